#include "windows/private/settings_parts.h"

#define UNITS_MOST 512
#define STATUS_LINES 3
#define ROOM 6
#define ROOM_SCARCE 3
/* Windows draws a box's arrow and borders in about this width at 96 dots an inch. */
#define COMBO_FRAME 32
#define COMBO_LINES 6
/* The same at every resolution. */
#define FIELD_BORDERS 6

struct plan {
    struct settings_window *w;
    HDC dc;
    int line;   /* height of a line of text */
    int digit;  /* width of a digit */
    int row;    /* height of a row, and of buttons */
    int field;  /* of a field: its text begins below its border, wherever it ends */
    int gap, margin;
    int labels; /* width of the labels' column */
    int fields; /* of the other */
    int y;
};

static int scaled(const struct settings_window *w, int at_96)
{
    return MulDiv(at_96, (int)w->dpi, 96);
}

static SIZE measure(const struct plan *p, const wchar_t *str, int count, int width, UINT how)
{
    RECT r = {0, 0, width, 0};
    SIZE size = {0, 0};
    if (count)
        DrawTextW(p->dc, str, count, &r, DT_CALCRECT | how);
    size.cx = r.right;
    size.cy = r.bottom;
    return size;
}

static int width_of(const struct plan *p, HWND part)
{
    wchar_t str[UNITS_MOST];
    int count = part ? GetWindowTextW(part, str, UNITS_MOST) : 0;
    return (int)measure(p, str, count, 0, DT_SINGLELINE).cx;
}

static int button_width(const struct plan *p, HWND button)
{
    int width = width_of(p, button) + 4 * p->digit, least = scaled(p->w, 75);
    return width > least ? width : least;
}

static void place(const struct plan *p, HWND part, int x, int y, int width, int height)
{
    (void)p;
    if (part)
        SetWindowPos(part, NULL, x, y, width, height, SWP_NOZORDER | SWP_NOACTIVATE);
}

/* In the middle of the row. */
static void place_middle(const struct plan *p, HWND part, int x, int width, int height)
{
    place(p, part, x, p->y + (p->row - height) / 2, width, height);
}

static int number_width(const struct plan *p)
{
    return 8 * p->digit + scaled(p->w, 12);
}

static int choice_width(const struct plan *p, HWND combo)
{
    int widest = 0;
    for (WPARAM i = 0; i < CHOICES_MOST; i++) {
        wchar_t str[UNITS_MOST];
        LRESULT count = SendMessageW(combo, CB_GETLBTEXTLEN, i, 0);
        if (count <= 0 || count >= UNITS_MOST || SendMessageW(combo, CB_GETLBTEXT, i, (LPARAM)str) <= 0)
            continue;
        int width = (int)measure(p, str, (int)count, 0, DT_SINGLELINE | DT_NOPREFIX).cx;
        widest = width > widest ? width : widest;
    }
    return widest + scaled(p->w, COMBO_FRAME);
}

static int fields_width(const struct plan *p, enum settings_row row)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND *parts = p->w->parts[row];
    int width = 0;
    if (info->kind == KIND_NUMBER)
        width = number_width(p) + p->gap + width_of(p, parts[PART_UNIT]);
    else if (info->kind == KIND_CHOICE)
        width = choice_width(p, parts[PART_FIELD]);
    else if (info->kind == KIND_SWITCH)
        width = width_of(p, parts[PART_FIELD]) + scaled(p->w, 24);
    if (parts[PART_BUTTON])
        width += p->gap + button_width(p, parts[PART_BUTTON]);
    /* What is told of the switch takes as many lines as it needs. */
    int hint = info->kind == KIND_SWITCH ? 0 : width_of(p, parts[PART_HINT]) + p->digit;
    return hint > width ? hint : width;
}

static void measure_columns(struct plan *p)
{
    p->labels = 0;
    p->fields = scaled(p->w, 280);
    for (enum settings_row row = 0; row < ROW_count; row++) {
        int label = width_of(p, p->w->parts[row][PART_LABEL]), fields = fields_width(p, row);
        p->labels = label > p->labels ? label : p->labels;
        p->fields = fields > p->fields ? fields : p->fields;
    }
}

/* A closed box is as high as its line and its borders. */
static void place_combo(const struct plan *p, HWND combo, int x, int width)
{
    RECT r;
    place(p, combo, x, p->y + (p->row - p->field) / 2, width, p->field * COMBO_LINES);
    SendMessageW(combo, CB_SETITEMHEIGHT, (WPARAM)-1, p->line + 1);
    GetWindowRect(combo, &r);
    int frame = r.bottom - r.top - (p->line + 1);
    if (frame >= 0 && frame < p->field)
        SendMessageW(combo, CB_SETITEMHEIGHT, (WPARAM)-1, p->field - frame);
}

static void place_fields(struct plan *p, enum settings_row row, int x)
{
    const struct settings_row_info *info = &settings_rows[row];
    HWND *parts = p->w->parts[row];
    int width = p->fields, unit = width_of(p, parts[PART_UNIT]) + p->digit;
    if (parts[PART_BUTTON]) {
        int button = button_width(p, parts[PART_BUTTON]);
        width -= p->gap + button;
        place_middle(p, parts[PART_BUTTON], x + width + p->gap, button, p->row);
    }
    if (info->kind == KIND_NUMBER)
        width = number_width(p);
    if (info->kind == KIND_VOLUME) {
        unit = 6 * p->digit;
        width -= p->gap + unit;
    }
    if (info->kind == KIND_CHOICE)
        place_combo(p, parts[PART_FIELD], x, width);
    else
        place_middle(p, parts[PART_FIELD], x, width, info->kind == KIND_VOLUME ? p->row : p->field);
    place_middle(p, parts[PART_UNIT], x + width + p->gap, unit, p->line);
}

/* As many lines as it needs, but some at least. */
static void place_lines(struct plan *p, HWND part, int x, int width, int lines)
{
    wchar_t str[UNITS_MOST * 2];
    int count = GetWindowTextW(part, str, UNITS_MOST * 2), least = lines * p->line;
    int height = (int)measure(p, str, count, width, DT_WORDBREAK | DT_NOPREFIX | DT_EDITCONTROL).cy;
    height = height > least ? height : least;
    place(p, part, x, p->y, width, height);
    p->y += height + p->gap;
}

static void place_row(struct plan *p, enum settings_row row)
{
    HWND *parts = p->w->parts[row];
    int labels = p->labels + 2 * p->gap, x = p->margin + labels, lines_width = p->fields;
    if (settings_rows[row].kind == KIND_SWITCH) { /* its words stand in it, and sentences below */
        x = p->margin;
        lines_width += labels;
    }
    place_middle(p, parts[PART_LABEL], p->margin, p->labels + p->digit, p->line);
    place_fields(p, row, x);
    p->y += p->row + p->gap;
    if (parts[PART_HINT]) {
        p->y -= p->gap / 2;
        place_lines(p, parts[PART_HINT], x, lines_width, 1);
    }
}

static void place_buttons(struct plan *p, int width)
{
    int x = p->margin + width;
    for (size_t i = SETTINGS_BUTTONS; i-- > 0;) {
        int button = button_width(p, p->w->buttons[i]);
        x -= button;
        place(p, p->w->buttons[i], x, p->y, button, p->row);
        x -= p->gap;
    }
    p->y += p->row + p->margin;
}

static void fit_window(const struct plan *p, int width)
{
    RECT r = {0, 0, width, p->y};
    DWORD style = (DWORD)GetWindowLongPtrW(p->w->window, GWL_STYLE);
    AdjustWindowRectExForDpi(&r, style, FALSE, (DWORD)GetWindowLongPtrW(p->w->window, GWL_EXSTYLE), p->w->dpi);
    SetWindowPos(p->w->window, NULL, 0, 0, r.right - r.left, r.bottom - r.top, SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
}

void layout_font(struct settings_window *w)
{
    HFONT font = controls_font(&w->controls, w->dpi);
    if (!font)
        return; /* the one before does, at worst in another size */
    for (enum settings_row row = 0; row < ROW_count; row++)
        for (int part = 0; part < PART_count; part++)
            if (w->parts[row][part])
                SendMessageW(w->parts[row][part], WM_SETFONT, (WPARAM)font, TRUE);
    for (size_t i = 0; i < SETTINGS_BUTTONS; i++)
        SendMessageW(w->buttons[i], WM_SETFONT, (WPARAM)font, TRUE);
    SendMessageW(w->status, WM_SETFONT, (WPARAM)font, TRUE);
    if (w->font)
        w->controls.free(w->font);
    w->font = font;
}

static bool work_area(POINT at, RECT *r)
{
    MONITORINFO screen;
    screen.cbSize = sizeof screen;
    if (!GetMonitorInfoW(MonitorFromPoint(at, MONITOR_DEFAULTTOPRIMARY), &screen))
        return false;
    *r = screen.rcWork;
    return true;
}

static bool is_too_high(const struct settings_window *w)
{
    RECT window, area;
    POINT middle;
    if (!GetWindowRect(w->window, &window))
        return false;
    middle.x = (window.left + window.right) / 2;
    middle.y = window.top;
    return work_area(middle, &area) && window.bottom - window.top > area.bottom - area.top;
}

/* `room`: between things, at 96 dots an inch. */
static void place_all(struct plan *p, int room)
{
    p->row = p->line + scaled(p->w, room + 2);
    p->gap = scaled(p->w, room);
    p->margin = p->y = scaled(p->w, 2 * room);
    measure_columns(p);
    for (enum settings_row row = 0; row < ROW_count; row++)
        place_row(p, row);
    int width = p->labels + 2 * p->gap + p->fields;
    p->y += p->gap;
    place_lines(p, p->w->status, p->margin, width, STATUS_LINES);
    place_buttons(p, width);
    fit_window(p, width + 2 * p->margin);
}

bool layout(struct settings_window *w)
{
    struct plan p = {0};
    p.w = w;
    p.dc = GetDC(w->window);
    if (!p.dc)
        return false;
    HGDIOBJ before = w->font ? w->controls.select(p.dc, w->font) : NULL;
    p.line = (int)measure(&p, L"Ag\x8BB0", 3, 0, DT_SINGLELINE).cy;
    p.digit = (int)measure(&p, L"0", 1, 0, DT_SINGLELINE).cx;
    p.field = p.line + FIELD_BORDERS + scaled(w, 1);
    place_all(&p, ROOM);
    if (is_too_high(w)) /* OK would lie below the screen */
        place_all(&p, ROOM_SCARCE);
    if (before)
        w->controls.select(p.dc, before);
    ReleaseDC(w->window, p.dc);
    InvalidateRect(w->window, NULL, TRUE);
    return true;
}

void layout_center(struct settings_window *w)
{
    POINT mouse = {0, 0};
    RECT r, area;
    GetCursorPos(&mouse);
    if (!work_area(mouse, &area) || !GetWindowRect(w->window, &r))
        return;
    int x = (area.left + area.right - (r.right - r.left)) / 2;
    int y = (area.top + area.bottom - (r.bottom - r.top)) / 2;
    SetWindowPos(w->window, NULL, x, y > area.top ? y : area.top, 0, 0, SWP_NOSIZE | SWP_NOZORDER | SWP_NOACTIVATE);
}
