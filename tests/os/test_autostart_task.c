/* The task's XML against the rules of the Task Scheduler schema, as far as they
 * concern the elements in it: which may stand where, how often, in which order,
 * and what they may hold. */
#include "os/autostart_task.h"

#include <string.h>

#include "tests/support/suite.h"

enum value { VALUE_none, VALUE_string, VALUE_non_empty, VALUE_path, VALUE_boolean, VALUE_duration, VALUE_priority,
             VALUE_logon, VALUE_run_level, VALUE_instances };

/* `order`: 0 where the parent is xs:all, else the place in its xs:sequence. */
static const struct rule {
    const char *parent, *name;
    enum value value;
    int order;
    bool needed;
} rules[] = {
    {"", "Task", VALUE_none, 0, true},
    {"Task", "RegistrationInfo", VALUE_none, 0, false},
    {"Task", "Triggers", VALUE_none, 0, false},
    {"Task", "Settings", VALUE_none, 0, false},
    {"Task", "Principals", VALUE_none, 0, false},
    {"Task", "Actions", VALUE_none, 0, true},
    {"RegistrationInfo", "Author", VALUE_string, 0, false},
    {"RegistrationInfo", "Description", VALUE_string, 0, false},
    {"Triggers", "LogonTrigger", VALUE_none, 0, false},
    {"LogonTrigger", "Enabled", VALUE_boolean, 1, false},
    {"LogonTrigger", "StartBoundary", VALUE_string, 2, false},
    {"LogonTrigger", "EndBoundary", VALUE_string, 3, false},
    {"LogonTrigger", "ExecutionTimeLimit", VALUE_duration, 5, false},
    {"LogonTrigger", "UserId", VALUE_non_empty, 6, false},
    {"LogonTrigger", "Delay", VALUE_duration, 7, false},
    {"Principals", "Principal", VALUE_none, 1, true},
    {"Principal", "UserId", VALUE_non_empty, 0, false},
    {"Principal", "LogonType", VALUE_logon, 0, false},
    {"Principal", "RunLevel", VALUE_run_level, 0, false},
    {"Settings", "AllowStartOnDemand", VALUE_boolean, 0, false},
    {"Settings", "MultipleInstancesPolicy", VALUE_instances, 0, false},
    {"Settings", "DisallowStartIfOnBatteries", VALUE_boolean, 0, false},
    {"Settings", "StopIfGoingOnBatteries", VALUE_boolean, 0, false},
    {"Settings", "AllowHardTerminate", VALUE_boolean, 0, false},
    {"Settings", "StartWhenAvailable", VALUE_boolean, 0, false},
    {"Settings", "Enabled", VALUE_boolean, 0, false},
    {"Settings", "Hidden", VALUE_boolean, 0, false},
    {"Settings", "ExecutionTimeLimit", VALUE_duration, 0, false},
    {"Settings", "Priority", VALUE_priority, 0, false},
    {"Actions", "Exec", VALUE_none, 0, true},
    {"Exec", "Command", VALUE_path, 0, true},
    {"Exec", "Arguments", VALUE_string, 0, false},
    {"Exec", "WorkingDirectory", VALUE_path, 0, false},
};
#define RULES (sizeof rules / sizeof rules[0])

struct reader {
    const char *at;
    const char *wrong; /* NULL: none so far */
    char id[32], context[32];
};

static bool is_one_of(const char *value, const char *const *list)
{
    while (*list && strcmp(*list, value) != 0)
        list++;
    return *list != NULL;
}

static bool is_duration(const char *v)
{
    return v[0] == 'P' && v[1] == 'T' && v[2] >= '0' && v[2] <= '9' && strspn(v + 2, "0123456789HMS") == strlen(v + 2) &&
           strchr("HMS", v[strlen(v) - 1]);
}

static bool holds(enum value kind, const char *v)
{
    static const char *const booleans[] = {"true", "false", NULL}, *const logons[] = {"S4U", "Password", "InteractiveToken", NULL},
                 *const levels[] = {"LeastPrivilege", "HighestAvailable", NULL},
                 *const policies[] = {"Parallel", "Queue", "IgnoreNew", "StopExisting", NULL};
    uint64_t number = 99;
    switch (kind) {
    case VALUE_non_empty: return *v != 0;
    case VALUE_path: return *v && strlen(v) <= 260 * 3;
    case VALUE_boolean: return is_one_of(v, booleans);
    case VALUE_duration: return is_duration(v);
    case VALUE_priority: return str_to_u64(v, &number) && number <= 10;
    case VALUE_logon: return is_one_of(v, logons);
    case VALUE_run_level: return is_one_of(v, levels);
    case VALUE_instances: return is_one_of(v, policies);
    case VALUE_none: return strspn(v, " \r\n") == strlen(v);
    default: return true;
    }
}

static void wrong(struct reader *r, const char *what)
{
    if (!r->wrong)
        r->wrong = what;
}

/* Character data up to the next <; only the five entities may follow an &. */
static void read_data(struct reader *r, struct text *out)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    static const char marks[] = "&<>\"'";
    while (*r->at && *r->at != '<' && !r->wrong) {
        size_t i = 0;
        if (*r->at == '>')
            wrong(r, "a bare >");
        while (*r->at == '&' && i < 5 && !str_starts(r->at, entities[i]))
            i++;
        if (*r->at == '&' && i == 5)
            wrong(r, "a bare &");
        text_add_char(out, *r->at == '&' ? marks[i] : *r->at);
        r->at += *r->at == '&' && i < 5 ? strlen(entities[i]) : 1;
    }
}

static void read_attribute(struct reader *r, const char *name, char *to, size_t room)
{
    size_t len = strlen(name), n = 0;
    if (strncmp(r->at, name, len) != 0 || r->at[len] != '=' || r->at[len + 1] != '"')
        return;
    for (r->at += len + 2; *r->at && *r->at != '"'; r->at++)
        if (n + 1 < room)
            to[n++] = *r->at;
    to[n] = 0;
    r->at += *r->at == '"';
    r->at += *r->at == ' ';
}

static const struct rule *rule_of(const char *parent, const char *name)
{
    for (size_t i = 0; i < RULES; i++)
        if (strcmp(rules[i].parent, parent) == 0 && strcmp(rules[i].name, name) == 0)
            return &rules[i];
    return NULL;
}

static void read_element(struct reader *r, const char *parent, const struct rule **found);

static void read_children(struct reader *r, const char *name)
{
    bool seen[RULES] = {false};
    int order = 0;
    while (!r->wrong && r->at[0] == '<' && r->at[1] != '/') {
        const struct rule *child = NULL;
        read_element(r, name, &child);
        if (r->wrong)
            return;
        if (seen[child - rules])
            wrong(r, "an element twice");
        seen[child - rules] = true;
        if (child->order && child->order < order)
            wrong(r, "an element out of its order");
        order = child->order;
        r->at += strspn(r->at, " \r\n");
    }
    for (size_t i = 0; i < RULES; i++)
        if (rules[i].needed && strcmp(rules[i].parent, name) == 0 && !seen[i])
            wrong(r, "a needed element is missing");
}

static void read_element(struct reader *r, const char *parent, const struct rule **found)
{
    char name[64] = "", space[80] = "", version[8] = "";
    struct text value = TEXT_EMPTY;
    size_t n = 0;
    for (r->at++; *r->at && !strchr(" >/", *r->at); r->at++)
        if (n + 1 < sizeof name)
            name[n++] = *r->at;
    r->at += *r->at == ' ';
    *found = rule_of(parent, name);
    if (!*found)
        wrong(r, "an element that may not stand there");
    read_attribute(r, "version", version, sizeof version);
    read_attribute(r, "xmlns", space, sizeof space);
    read_attribute(r, "id", r->id, sizeof r->id);
    read_attribute(r, "Context", r->context, sizeof r->context);
    if (strcmp(name, "Task") == 0 && strcmp(space, "http://schemas.microsoft.com/windows/2004/02/mit/task") != 0)
        wrong(r, "another namespace");
    if (*r->at++ != '>')
        wrong(r, "a tag without its end");
    read_data(r, &value);
    if (!r->wrong && !holds((*found)->value, text_str(&value)))
        wrong(r, "a value that may not stand there");
    read_children(r, name);
    n = strlen(name);
    if (!r->wrong && (strncmp(r->at, "</", 2) != 0 || strncmp(r->at + 2, name, n) != 0 || r->at[2 + n] != '>'))
        wrong(r, "another end than its beginning");
    r->at += r->wrong ? 0 : n + 3;
    text_done(&value);
}

/* NULL where the schema takes it. */
static const char *schema_says(const char *xml)
{
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n";
    struct reader r = {xml, NULL, "", ""};
    const struct rule *task = NULL;
    if (!str_starts(xml, head))
        return "another head";
    r.at += sizeof head - 1;
    read_element(&r, "", &task);
    r.at += strspn(r.at, " \r\n");
    if (*r.at)
        wrong(&r, "something behind its end");
    if (strcmp(r.id, r.context) != 0)
        wrong(&r, "a context that is no principal's");
    return r.wrong;
}

#define SID "S-1-5-21-1-2-3-1001"
#define EXE "C:\\Program Files\\Hitchbox\\hitchbox.exe"

static void the_task_keeps_to_the_schema(void **state)
{
    static const char *const exes[] = {EXE, "D:\\a & b\\<c> 'd'\\hitchbox.exe", "C:\\\xE6\xB8\xB8\xE6\x88\x8F\\hitchbox.exe", "C:\\hitchbox.exe"};
    (void)state;
    for (size_t i = 0; i < sizeof exes / sizeof exes[0]; i++) {
        struct text xml = TEXT_EMPTY, back = TEXT_EMPTY;
        autostart_task_write(i == 1 ? "PC\\R & D <x>" : SID, exes[i], &xml);
        const char *says = schema_says(text_str(&xml));
        if (says)
            fail_msg("%s in:\n%s", says, text_str(&xml));
        assert_true(autostart_task_exe(text_str(&xml), &back));
        assert_string_equal(text_str(&back), exes[i]);
        text_done(&xml);
        text_done(&back);
    }
}

/* The judge itself: each rule finds what breaks it. */
static void what_breaks_the_schema_is_found(void **state)
{
    static const char *const changes[][2] = {
        {"<Priority>4<", "<Priority>11<"}, {"PT0S", "0"}, {"IgnoreNew", "Ignore"}, {"<Enabled>true", "<Enabled>yes"},
        {"HighestAvailable", "Highest"}, {"InteractiveToken", "Interactive"}, {"Principal id=\"Author\"", "Principal id=\"Other\""},
        {"<Author>", "<Autor>"}, {"mit/task", "mit/job"}, {"&quot;", "&"}, {"<Exec>", "<Run>"}, {"</Task>", ""},
        {"<Priority>4</Priority>", "<Priority>4</Priority><Priority>4</Priority>"},
        {"<Enabled>true</Enabled>\r\n      <UserId>" SID "</UserId>", "<UserId>" SID "</UserId><Enabled>true</Enabled>"}};
    struct text xml = TEXT_EMPTY;
    (void)state;
    autostart_task_write(SID, EXE, &xml);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct text bad = TEXT_EMPTY;
        const char *at = strstr(text_str(&xml), changes[i][0]);
        if (!at)
            fail_msg("\"%s\" is not in the task", changes[i][0]);
        text_add_bytes(&bad, text_str(&xml), (size_t)(at - text_str(&xml)));
        text_add(&bad, changes[i][1]);
        text_add(&bad, at + strlen(changes[i][0]));
        if (!schema_says(text_str(&bad)))
            fail_msg("\"%s\" for \"%s\" is not found", changes[i][1], changes[i][0]);
        text_done(&bad);
    }
    text_done(&xml);
}

static void the_task_is_what_was_promised(void **state)
{
    static const char *const parts[] = {"<LogonTrigger>", "<UserId>" SID "</UserId>", "<RunLevel>HighestAvailable</RunLevel>",
        "<Priority>4</Priority>", "<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
        "<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>", "<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>",
        "<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>",
        "<Command>&quot;C:\\Program Files\\Hitchbox\\hitchbox.exe&quot;</Command>",
        "<WorkingDirectory>C:\\Program Files\\Hitchbox</WorkingDirectory>"};
    struct text xml = TEXT_EMPTY;
    (void)state;
    autostart_task_write(SID, EXE, &xml);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_non_null(strstr(text_str(&xml), parts[i]));
    assert_null(strstr(text_str(&xml), "<Delay>"));
    text_done(&xml);
}

static void paths_that_the_scheduler_would_read_otherwise_are_refused(void **state)
{
    struct text path = TEXT_EMPTY;
    (void)state;
    assert_true(autostart_task_takes(EXE));
    assert_true(autostart_task_takes("C:\\\xE6\xB8\xB8\\h.exe"));
    assert_false(autostart_task_takes("C:\\%TEMP%\\h.exe"));
    assert_false(autostart_task_takes("C:\\a\"b\\h.exe"));
    assert_false(autostart_task_takes("h.exe"));
    assert_false(autostart_task_takes(""));
    assert_false(autostart_task_takes("C:\\a\nb\\h.exe"));
    text_add(&path, "C:\\");
    while (path.len < 258)
        text_add_char(&path, 'a');
    assert_true(autostart_task_takes(text_str(&path)));
    text_add_char(&path, 'a');
    assert_false(autostart_task_takes(text_str(&path)));
    text_done(&path);
}

static void what_a_task_starts_is_read_and_compared(void **state)
{
    struct text exe = TEXT_EMPTY;
    (void)state;
    assert_true(autostart_task_exe("<a><Command>C:\\x &amp; y\\h.exe</Command></a>", &exe));
    assert_string_equal(text_str(&exe), "C:\\x & y\\h.exe");
    assert_false(autostart_task_exe("<a></a>", &exe));
    assert_false(autostart_task_exe("<Command>", &exe));
    assert_false(autostart_task_exe("<Command></Command>", &exe));
    assert_true(autostart_task_is("c:\\program files\\hitchbox\\HITCHBOX.exe", EXE));
    assert_true(autostart_task_is("C:\\??\\h.exe", "C:\\\xE6\xB8\xB8\xE6\x88\x8F\\h.exe"));
    assert_false(autostart_task_is("C:\\?\\h.exe", "C:\\\xE6\xB8\xB8\xE6\x88\x8F\\h.exe"));
    assert_false(autostart_task_is(EXE "x", EXE));
    assert_false(autostart_task_is("C:\\other.exe", EXE));
    text_done(&exe);
}

void suite_autostart_task(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_task_keeps_to_the_schema),
        cmocka_unit_test(what_breaks_the_schema_is_found),
        cmocka_unit_test(the_task_is_what_was_promised),
        cmocka_unit_test(paths_that_the_scheduler_would_read_otherwise_are_refused),
        cmocka_unit_test(what_a_task_starts_is_read_and_compared),
    };
    SUITE_RUN("autostart_task", tests);
}
