#include "windows/settings_window.h"

#include "tests/support/settings_program.h"
#include "tests/support/suite.h"

#include <string.h>

typedef void any_function(void);
typedef HGDIOBJ WINAPI select_fn(HDC, HGDIOBJ);

static select_fn *select_object(void)
{
    return (select_fn *)(any_function *)GetProcAddress(LoadLibraryA("gdi32.dll"), "SelectObject");
}

struct laid {
    RECT client;
    HWND at[100];
    RECT r[100];
    size_t count;
};

static BOOL CALLBACK add_child(HWND child, LPARAM param)
{
    struct laid *l = (struct laid *)param;
    if (!IsWindowVisible(child) || GetParent(child) != program_window())
        return TRUE;
    assert_true(l->count < 100);
    GetWindowRect(child, &l->r[l->count]);
    MapWindowPoints(NULL, program_window(), (POINT *)(void *)&l->r[l->count], 2);
    l->at[l->count++] = child;
    return TRUE;
}

/* The words of labels, units, hints and buttons fit into them. */
static void words_fit(HWND child, const RECT *r)
{
    wchar_t class[32], str[1024];
    RECT need = {0, 0, r->right - r->left, 0};
    bool wrapped = GetDlgCtrlID(child) == SETTINGS_ID_STATUS || child == program_part(ROW_AUTOSTART, PART_HINT);
    GetClassNameW(child, class, 32);
    int count = GetWindowTextW(child, str, 1024);
    if (!count || (_wcsicmp(class, L"static") && _wcsicmp(class, L"button")))
        return;
    HDC dc = GetDC(child);
    HGDIOBJ font = select_object()(dc, (HGDIOBJ)SendMessageW(child, WM_GETFONT, 0, 0));
    DrawTextW(dc, str, count, &need, DT_CALCRECT | (wrapped ? DT_WORDBREAK | DT_EDITCONTROL : DT_SINGLELINE));
    select_object()(dc, font);
    ReleaseDC(child, dc);
    if (need.right > r->right - r->left || need.bottom > r->bottom - r->top)
        fail_msg("control %d needs %ld x %ld and has %ld x %ld", GetDlgCtrlID(child), need.right, need.bottom,
                 r->right - r->left, r->bottom - r->top);
}

static void look_at_layout(void)
{
    struct laid l = {0};
    GetClientRect(program_window(), &l.client);
    EnumChildWindows(program_window(), add_child, (LPARAM)&l);
    assert_true(l.count > 30);
    for (size_t i = 0; i < l.count; i++) {
        const RECT *a = &l.r[i];
        assert_true(a->left >= 0 && a->top >= 0 && a->right <= l.client.right && a->bottom <= l.client.bottom);
        assert_true(a->right > a->left && a->bottom > a->top);
        words_fit(l.at[i], a);
        for (size_t j = 0; j < i; j++) {
            const RECT *b = &l.r[j];
            if (a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom)
                fail_msg("controls %d and %d overlap", GetDlgCtrlID(l.at[i]), GetDlgCtrlID(l.at[j]));
        }
    }
}

static void nothing_is_cut_off_or_overlaps_from_100_to_200_per_cent(void **state)
{
    RECT wanted = {10, 10, 500, 500}, r;
    (void)state;
    for (enum language language = 0; language < LANGUAGE_count; language++) {
        struct program me;
        int width = 0, height = 0;
        program_begin(&me, "ring_mb = 5000\nkeep_gb = much\n");
        program_end(&me);
        text_add(&me.ini, "ring_mb = 5000\nkeep_gb = much\n");
        me.language = language;
        me.autostart_words = "Programs without administrator rights may change \"C:\\Users\\Somebody\\Downloads\\Hitchbox\", and "
                             "would become administrator if it were started at log-on. Put Hitchbox into C:\\Program "
                             "Files\\Hitchbox and try again.";
        assert_int_equal(settings_window_open(&me.host, &me.window).why, WHY_ok);
        for (unsigned dpi = 96; dpi <= 192; dpi += 24) {
            SendMessageW(program_window(), WM_DPICHANGED, MAKEWPARAM(dpi, dpi), (LPARAM)&wanted);
            look_at_layout();
            GetWindowRect(program_window(), &r);
            assert_true(r.right - r.left > width);
            width = r.right - r.left;
            height = r.bottom - r.top;
        }
        assert_true(height < 984); /* of 1,080 lines, the taskbar takes 96 at 200 % */
        program_end(&me);
    }
}

void suite_settings_layout(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_cut_off_or_overlaps_from_100_to_200_per_cent),
    };
    SUITE_RUN("settings_layout", tests);
}
