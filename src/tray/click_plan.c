#include "tray/click_plan.h"

const enum click_way *click_ways(const char *setting)
{
    static const enum click_way all[] = {CLICK_VIEWER, CLICK_REPORT, CLICK_FOLDER, CLICK_ways};
    static const enum click_way viewer[] = {CLICK_VIEWER, CLICK_FOLDER, CLICK_ways};
    if (str_equal_nocase(setting, "viewer"))
        return viewer;
    return str_equal_nocase(setting, "report") ? all + 1 : all;
}

enum click_way click_plan(const char *setting, enum viewer_place viewer, bool has_report)
{
    const enum click_way *way = click_ways(setting);
    while ((*way == CLICK_VIEWER && viewer == VIEWER_NONE) || (*way == CLICK_REPORT && !has_report))
        way++;
    return *way;
}

static const char *file_name(const char *path)
{
    for (const char *at = path; *at; at++)
        if (*at == '\\' || *at == '/')
            path = at + 1;
    return path;
}

void click_add_promise(struct text *out, enum language language, enum click_way way, enum viewer_place viewer,
                       const char *exe)
{
    if (way == CLICK_REPORT)
        text_add(out, string_get(language, STR_click_report));
    else if (way == CLICK_FOLDER || viewer == VIEWER_NONE)
        text_add(out, string_get(language, STR_click_folder));
    else if (viewer == VIEWER_SETTING)
        text_addf(out, string_get(language, STR_click_program), file_name(exe));
    else
        text_add(out, string_get(language, viewer == VIEWER_ASSOCIATION ? STR_click_file : STR_click_wpa));
}

void click_add_viewer(struct text *out, enum language language, enum viewer_place viewer, const char *exe)
{
    if (viewer == VIEWER_SETTING)
        text_addf(out, string_get(language, STR_menu_open_program), file_name(exe));
    else
        text_add(out, string_get(language, viewer == VIEWER_ASSOCIATION ? STR_menu_open_file : STR_menu_open_wpa));
}
