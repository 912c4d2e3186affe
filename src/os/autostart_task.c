#include "os/autostart_task.h"

#include <string.h>

#define PATH_MOST 258u /* 260 less the quotes */

static size_t units_of(const char *utf8)
{
    size_t units = 0;
    for (; *utf8; utf8++)
        units += ((unsigned char)*utf8 & 0xC0) != 0x80 ? 1 + ((unsigned char)*utf8 >= 0xF0) : 0;
    return units;
}

bool autostart_task_takes(const char *exe)
{
    if (!path_is_full(exe) || units_of(exe) > PATH_MOST || !utf8_valid(exe, strlen(exe)))
        return false;
    for (const char *at = exe; *at; at++)
        if (*at == '%' || *at == '"' || (unsigned char)*at < 0x20)
            return false;
    return true;
}

static void add_escaped(struct text *xml, const char *str)
{
    text_share_loss(xml, str);
    for (; *str; str++) {
        switch (*str) {
        case '&': text_add(xml, "&amp;"); break;
        case '<': text_add(xml, "&lt;"); break;
        case '>': text_add(xml, "&gt;"); break;
        case '"': text_add(xml, "&quot;"); break;
        default: text_add_char(xml, *str); break;
        }
    }
}

static void add_element(struct text *xml, const char *name, const char *value)
{
    text_addf(xml, "      <%s>", name);
    add_escaped(xml, value);
    text_addf(xml, "</%s>\r\n", name);
}

/* The folder as the current one: what a program finds in it depends on nobody else. */
static void add_action(struct text *xml, const char *exe)
{
    struct text command = TEXT_EMPTY, folder = TEXT_EMPTY;
    const char *name = strrchr(exe, '\\');
    text_addf(&command, "\"%s\"", exe);
    text_add_bytes(&folder, exe, name ? (size_t)(name - exe) : 0);
    if (folder.len == 2)
        text_add_char(&folder, '\\'); /* C:\ */
    text_add(xml, "  <Actions Context=\"Author\">\r\n    <Exec>\r\n");
    add_element(xml, "Command", text_str(&command));
    if (folder.len)
        add_element(xml, "WorkingDirectory", text_str(&folder));
    text_add(xml, "    </Exec>\r\n  </Actions>\r\n</Task>\r\n");
    text_share_loss(xml, text_str(&command));
    text_share_loss(xml, text_str(&folder));
    text_done(&command);
    text_done(&folder);
}

void autostart_task_write(const char *user, const char *exe, struct text *xml)
{
    text_add(xml, "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n"
                  "<Task version=\"1.2\" xmlns=\"http://schemas.microsoft.com/windows/2004/02/mit/task\">\r\n"
                  "  <RegistrationInfo>\r\n"
                  "    <Author>Hitchbox</Author>\r\n"
                  "    <Description>Starts Hitchbox at log-on (hitch autostart).</Description>\r\n"
                  "  </RegistrationInfo>\r\n"
                  "  <Triggers>\r\n    <LogonTrigger>\r\n      <Enabled>true</Enabled>\r\n");
    add_element(xml, "UserId", user);
    text_add(xml, "    </LogonTrigger>\r\n  </Triggers>\r\n  <Principals>\r\n    <Principal id=\"Author\">\r\n");
    add_element(xml, "UserId", user);
    text_add(xml, "      <LogonType>InteractiveToken</LogonType>\r\n"
                  "      <RunLevel>HighestAvailable</RunLevel>\r\n"
                  "    </Principal>\r\n  </Principals>\r\n"
                  "  <Settings>\r\n"
                  "    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>\r\n"
                  "    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>\r\n"
                  "    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>\r\n"
                  "    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>\r\n"
                  "    <Priority>4</Priority>\r\n"
                  "  </Settings>\r\n");
    add_action(xml, exe);
}

static const char *const entities[][2] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};

static const char *add_character(struct text *out, const char *at)
{
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (str_starts(at, entities[i][0])) {
            text_add(out, entities[i][1]);
            return at + strlen(entities[i][0]);
        }
    text_add_char(out, *at);
    return at + 1;
}

bool autostart_task_exe(const char *xml, struct text *exe)
{
    struct text command = TEXT_EMPTY;
    const char *at = strstr(xml, "<Command>"), *end = at ? strstr(at, "</Command>") : NULL;
    for (at = at ? at + strlen("<Command>") : at; end && at < end;)
        at = add_character(&command, at);
    const char *str = text_str(&command);
    size_t len = command.len;
    if (len >= 2 && str[0] == '"' && str[len - 1] == '"') {
        str++;
        len -= 2;
    }
    text_add_bytes(exe, str, len);
    text_share_loss(exe, text_str(&command));
    text_done(&command);
    return len > 0;
}

static const char *next_character(const char *at)
{
    at++;
    while (((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return at;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool autostart_task_is(const char *told, const char *exe)
{
    while (*told && *exe) {
        if (*told == '?') {
            told++;
            exe = next_character(exe);
        } else if (lower(*told++) != lower(*exe++)) {
            return false;
        }
    }
    return !*told && !*exe;
}
