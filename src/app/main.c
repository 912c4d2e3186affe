#include "app/app.h"
#include "win/elevate.h"
#include "win/instance.h"
#include "win/language.h"
#include "win/utf16.h"

#define BOX_UNITS 600u
#define TAG_BYTES 100u
#define SECOND_START_WAIT_MS 3000u

static void say_elsewhere(void)
{
    char room[TAG_BYTES];
    struct text tag;
    text_init_over(&tag, room, sizeof room);
    wchar_t title[BOX_UNITS], line[BOX_UNITS];
    language_of_user(&tag);
    enum language language = language_from_tag(text_str(&tag));
    utf16_copy_cut(title, BOX_UNITS, string_get(language, STR_box_title));
    utf16_copy_cut(line, BOX_UNITS, string_get(language, STR_box_elsewhere));
    MessageBoxW(NULL, line, title, MB_OK | MB_ICONINFORMATION | MB_SETFOREGROUND);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show)
{
    (void)previous;
    (void)line;
    (void)show;
    elevate_guard_process();
    struct instance one = instance_init(INSTANCE_NAME, SECOND_START_WAIT_MS);
    int code = 0;
    if (one.role == INSTANCE_FIRST)
        code = app_run(instance);
    else if (one.role == INSTANCE_ELSEWHERE)
        say_elsewhere();
    instance_done(&one);
    return code;
}
