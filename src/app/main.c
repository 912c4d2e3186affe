#include "app/app.h"
#include "win/elevate.h"
#include "app/instance.h"
#include "win/language.h"
#include "win/utf16.h"

#define SECOND_START_WAIT_MS 3000u

static void say_elsewhere(void)
{
    struct text tag = TEXT_EMPTY;
    struct wide title = WIDE_EMPTY, line = WIDE_EMPTY;
    language_of_user(&tag);
    enum language language = language_from_tag(text_str(&tag));
    wide_add_utf8(&title, string_get(language, STR_box_title));
    wide_add_utf8(&line, string_get(language, STR_box_elsewhere));
    MessageBoxW(NULL, wide_str(&line), wide_str(&title), MB_OK | MB_ICONINFORMATION | MB_SETFOREGROUND);
    text_done(&tag);
    wide_done(&title);
    wide_done(&line);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show)
{
    (void)previous;
    (void)line;
    (void)show;
    elevate_guard_dlls();
    struct instance one = instance_init(INSTANCE_NAME, SECOND_START_WAIT_MS);
    int code = 0;
    if (one.role == INSTANCE_FIRST)
        code = app_run(instance);
    else if (one.role == INSTANCE_ELSEWHERE)
        say_elsewhere();
    instance_done(&one);
    return code;
}
