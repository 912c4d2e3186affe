#include "tests/support/suite.h"

#include <string.h>

#include "tests/support/config_check.h"

#define GUID_1 "{22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716}"
#define GUID_2 "{802ec45a-1e99-4b83-9920-87c98277ba9d}"
/* Four lines; what follows begins with line 5. */
#define BUFFER "[buffer A]\nguid = " GUID_1 "\nlevel = 4\nmask = ALL\n"
/* Six lines. */
#define FILE_ONE \
    "[file A]\nguid = " GUID_1 "\nlevel = 4\nmask = ALL\nid 7 en = It happened.\nid 7 zh = \xE5\x8F\x91\xE7\x94\x9F\n"

static void reads(struct providers *p, const char *str, uint32_t build)
{
    struct problems problems;
    problems_init(&problems);
    providers_init(p);
    bool good = providers_read(p, "test.ini", str, strlen(str), build, &problems);
    if (problems.count) {
        struct text t = TEXT_EMPTY;
        problem_explain(&problems.items[0], LANGUAGE_ENGLISH, &t);
        printf("%s\n", text_str(&t));
        text_done(&t);
    }
    assert_true(good);
    assert_int_equal(problems.count, 0);
    problems_done(&problems);
}

static void reads_a_provider_whole(void **state)
{
    (void)state;
    struct providers p;
    reads(&p,
          "; note\n[file Some-Provider]\nguid = " GUID_1 "\nlevel = 5\nrundown = yes\n"
          "keyword.One = 0x1\nkeyword.po:Two = 0x20\nkeyword.CHANNEL_X = 0x8000000000000000\n"
          "mask = One po:Two\nid 9 en = \xE2\x80\x9CNine\xE2\x80\x9D = a \"word\".\nid 9 zh = \xE4\xB9\x9D\nid  3\ten = Three.\n"
          "id 3 zh = \xE4\xB8\x89\nid 3 from = 22000\n"
          "[buffer Some-Provider]\r\nguid = " GUID_1 "\r\nlevel = 0\r\nmask = ALL\r\n",
          19045);
    assert_int_equal(p.count, 2);
    const struct provider *a = &p.items[0];
    assert_string_equal(text_str(&a->name), "Some-Provider");
    assert_int_equal(a->guid.data1, 0x22fb2cd6);
    assert_int_equal(a->session, SESSION_FILE);
    assert_int_equal(a->level, 5);
    assert_true(a->capture_state);
    assert_false(a->skipped);
    assert_int_equal(a->mask, 0x21);
    assert_int_equal(a->line, 2);
    assert_int_equal(a->story_count, 2);
    assert_int_equal(a->stories[0].id, 3);
    assert_int_equal(a->stories[0].first_build, 22000);
    assert_string_equal(text_str(&a->stories[0].english), "Three.");
    assert_int_equal(a->stories[1].id, 9);
    assert_string_equal(text_str(&a->stories[1].english), "\xE2\x80\x9CNine\xE2\x80\x9D = a \"word\".");
    assert_string_equal(text_str(&a->stories[1].chinese), "\xE4\xB9\x9D");
    const struct provider *b = &p.items[1];
    assert_int_equal(b->session, SESSION_BUFFER);
    assert_int_equal(b->mask, 0);
    assert_int_equal(b->story_count, 0);
    assert_false(b->capture_state);
    assert_ptr_equal(providers_story(&p, &a->guid, 9), &a->stories[1]);
    assert_null(providers_story(&p, &a->guid, 8));
    providers_done(&p);
}

static uint64_t mask_at(uint32_t build, bool *skipped)
{
    struct providers p;
    reads(&p,
          "[buffer A]\nguid = " GUID_1 "\nlevel = 4\nfrom = 18000\nkeyword.a = 1\nkeyword.b = 2\nkeyword.c = 4\n"
          "mask from 26100 = c\nmask = a\nmask from 22000 = a b\n",
          build);
    uint64_t mask = p.items[0].mask;
    *skipped = p.items[0].skipped;
    providers_done(&p);
    return mask;
}

static void the_mask_is_the_newest_one_that_the_build_has(void **state)
{
    (void)state;
    bool skipped;
    assert_int_equal(mask_at(19045, &skipped), 1);
    assert_int_equal(mask_at(21999, &skipped), 1);
    assert_int_equal(mask_at(22000, &skipped), 3);
    assert_int_equal(mask_at(26099, &skipped), 3);
    assert_int_equal(mask_at(26100, &skipped), 4);
    assert_int_equal(mask_at(30000, &skipped), 4);
    assert_false(skipped);
    mask_at(17999, &skipped);
    assert_true(skipped);
}

#define REFUSES(str, line, what, value) \
    config_refuses(CONFIG_PROVIDERS, str, sizeof(str) - 1, line, STR_##what, value)

static void each_broken_rule_of_a_section_is_named(void **state)
{
    (void)state;
    REFUSES("", 0, bad_no_providers, NULL);
    REFUSES("; nothing\n", 0, bad_no_providers, NULL);
    REFUSES("level = 4\n" BUFFER, 1, bad_outside, "level");
    REFUSES("\n[ring A]\n", 2, bad_session, "ring A");
    REFUSES("[buffer]\n", 1, bad_session, "buffer");
    REFUSES("[bufferA]\n", 1, bad_session, "bufferA");
    REFUSES("[buffer \"A\"]\n", 1, bad_session, "\"A\"");
    REFUSES("[buffer A\n" BUFFER, 1, bad_section, "[buffer A");
    REFUSES(BUFFER "\n[buffer a]\nguid = " GUID_2 "\n", 6, bad_provider_twice, "a");
    REFUSES(BUFFER "[buffer B]\nguid = " GUID_1 "\nlevel = 4\nmask = ALL\n", 5, bad_provider_twice, "A");
    REFUSES("\n[buffer A]\nlevel = 4\nmask = ALL\n", 2, bad_no_guid, "A");
    REFUSES("\n[buffer A]\nguid = " GUID_1 "\nmask = ALL\n", 2, bad_no_level, "A");
    REFUSES("\n[buffer A]\nguid = " GUID_1 "\nlevel = 4\n", 2, bad_no_mask, "A");
    REFUSES("\n[buffer A]\nguid = " GUID_1 "\nlevel = 4\nmask from 22000 = ALL\n", 2, bad_no_mask, "A");
    REFUSES("[file A]\nguid = " GUID_1 "\nlevel = 4\nmask = ALL\n", 1, bad_no_ids, "A");
}

static void each_broken_key_is_named(void **state)
{
    (void)state;
    REFUSES(BUFFER "levl = 4\n", 5, bad_provider_key, "levl");
    REFUSES(BUFFER "Level = 4\n", 5, bad_provider_key, "Level");
    REFUSES(BUFFER "mask form 22000 = ALL\n", 5, bad_provider_key, "mask form 22000");
    REFUSES(BUFFER "id 3 de = Drei.\n", 5, bad_provider_key, "id 3 de");
    REFUSES(BUFFER "id 3 en us = Three.\n", 5, bad_provider_key, "id 3 en us");
    REFUSES(BUFFER "a b c d e f = 1\n", 5, bad_provider_key, "a b c d e f");
    REFUSES(BUFFER "guid = " GUID_2 "\n", 5, bad_twice, "guid");
    REFUSES(BUFFER "level = 4\n", 5, bad_twice, "level");
    REFUSES(BUFFER "mask = ALL\n", 5, bad_twice, "mask");
    REFUSES(BUFFER "rundown = yes\nrundown = yes\n", 6, bad_twice, "rundown");
    REFUSES(BUFFER "from = 22000\nfrom = 22000\n", 6, bad_twice, "from");
    REFUSES(BUFFER "mask from 22000 = ALL\nmask from  22000 = ALL\n", 6, bad_twice, "mask from  22000");
    REFUSES(BUFFER "rundown = sometimes\n", 5, bad_bool, "sometimes");
    REFUSES(BUFFER "from = 7601\n", 5, bad_build, "7601");
    REFUSES(BUFFER "mask from 100000 = ALL\n", 5, bad_build, "100000");
    REFUSES(BUFFER "mask from 24H2 = ALL\n", 5, bad_build, "24H2");
    REFUSES("[buffer A]\nguid = {22fb2cd6-0e7b-422b-a0c7}\nlevel = 4\nmask = ALL\n", 2, bad_guid, "22fb2cd6");
    REFUSES("[buffer A]\nguid = {00000000-0000-0000-0000-000000000000}\nlevel = 4\nmask = ALL\n", 2, bad_guid, "0000");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 256\nmask = ALL\n", 3, bad_level, "256");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = -1\nmask = ALL\n", 3, bad_level, "-1");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = verbose\nmask = ALL\n", 3, bad_level, "verbose");
}

static void each_broken_mask_is_named(void **state)
{
    (void)state;
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 4\nmask =\n", 4, bad_empty, "mask");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 4\nkeyword.a = 1\nmask = a b\n", 5, bad_mask_name, "b");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 4\nkeyword.a = 1\nmask = a ALL\n", 5, bad_mask_name, "ALL");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 4\nmask = 0xFFFF\n", 4, bad_mask_name, "0xFFFF");
    REFUSES("[buffer A]\nguid = " GUID_1 "\nlevel = 4\nkeyword.a = 1\nmask = ~a\n", 5, bad_mask_name, "~a");
    /* the masks of other builds are checked as well */
    REFUSES(BUFFER "mask from 26100 = Base\n", 5, bad_mask_name, "Base");
    REFUSES(BUFFER "keyword.ALL = 1\n", 5, bad_keyword_name, "ALL");
    REFUSES(BUFFER "keyword. = 1\n", 5, bad_keyword_name, "");
    REFUSES(BUFFER "keyword.a+b = 1\n", 5, bad_keyword_name, "a+b");
    REFUSES(BUFFER "keyword.a = 1\nkeyword.a = 2\n", 6, bad_twice, "keyword.a");
    REFUSES(BUFFER "keyword.a = 0\n", 5, bad_keyword, "0");
    REFUSES(BUFFER "keyword.a = 3\n", 5, bad_keyword, "3");
    REFUSES(BUFFER "keyword.a = 0xFFFFFFFFFFFFFFFE\n", 5, bad_keyword, "0xFFFFFFFFFFFFFFFE");
    REFUSES(BUFFER "keyword.a = 0x10000000000000000\n", 5, bad_keyword, "0x1");
    REFUSES(BUFFER "keyword.a = b\n", 5, bad_keyword, "b");
    REFUSES(BUFFER "keyword.a = 0x1000000000000\n", 5, bad_keyword_channel, "0x1000000000000");
}

static void each_broken_event_is_named(void **state)
{
    (void)state;
    REFUSES(FILE_ONE "id 0 en = Zero.\n", 7, bad_id, "0");
    REFUSES(FILE_ONE "id 65536 en = Big.\n", 7, bad_id, "65536");
    REFUSES(FILE_ONE "id seven en = Seven.\n", 7, bad_id, "seven");
    REFUSES(FILE_ONE "id 7 en = Again.\n", 7, bad_twice, "id 7 en");
    REFUSES(FILE_ONE "id 0x7 zh = Again.\n", 7, bad_twice, "id 0x7 zh");
    REFUSES(FILE_ONE "id 7 from = 22000\nid 7 from = 26100\n", 8, bad_twice, "id 7 from");
    REFUSES(FILE_ONE "id 7 from = 5\n", 7, bad_build, "5");
    REFUSES(FILE_ONE "id 8 en =\nid 8 zh = x\n", 7, bad_empty, "id 8 en");
    REFUSES(FILE_ONE "\nid 8 en = Eight.\n", 8, bad_story_chinese, "8");
    REFUSES(FILE_ONE "\nid 8 zh = \xE5\x85\xAB\n", 8, bad_story_english, "8");
    REFUSES(FILE_ONE "id 8 from = 22000\n", 7, bad_story_english, "8");
}

static void sixty_five_ids_are_one_too_many(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    struct providers p;
    text_add(&t, "[file A]\nguid = " GUID_1 "\nlevel = 4\nmask = ALL\n");
    for (unsigned i = 64; i > 0; i--)
        text_addf(&t, "id %u en = E%u\nid %u zh = Z%u\n", i, i, i, i);
    reads(&p, text_str(&t), 19045);
    assert_int_equal(p.items[0].story_count, 64);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(p.items[0].stories[i].id, i + 1);
    providers_done(&p);
    text_add(&t, "id 65 en = E\nid 65 zh = Z\n");
    config_refuses(CONFIG_PROVIDERS, t.bytes, t.len, 133, STR_bad_id_count, "id 65 en");
    text_done(&t);
}

static void counts_are_bounded(void **state)
{
    (void)state;
    struct text t = TEXT_EMPTY;
    for (unsigned i = 0; i < 65; i++)
        text_addf(&t, "[buffer P%u]\nguid = {%08x-0e7b-422b-a0c7-2fad1fd0e716}\nlevel = 4\nmask = ALL\n", i, i + 1);
    config_refuses(CONFIG_PROVIDERS, t.bytes, t.len, 257, STR_bad_provider_count, "P64");
    text_set(&t, BUFFER);
    for (unsigned i = 0; i < 65; i++)
        text_addf(&t, "keyword.k%u = 1\n", i);
    config_refuses(CONFIG_PROVIDERS, t.bytes, t.len, 69, STR_bad_keyword_count, "k64");
    text_set(&t, BUFFER);
    for (unsigned i = 0; i < 16; i++)
        text_addf(&t, "mask from %u = ALL\n", 20000 + i);
    config_refuses(CONFIG_PROVIDERS, t.bytes, t.len, 20, STR_bad_mask_count, "mask from 20015");
    text_done(&t);
}

static void every_finding_of_a_file_is_told(void **state)
{
    (void)state;
    static const char bytes[] = "[buffer A]\nguid = x\nlevel = 300\nmask = b\n[ring B]\nlevel = 9\n[file C]\n";
    static const uint32_t lines[] = {2, 3, 4, 5, 7, 7, 7, 7};
    struct providers p;
    struct problems problems;
    providers_init(&p);
    problems_init(&problems);
    assert_false(providers_read(&p, "test.ini", bytes, sizeof bytes - 1, 19045, &problems));
    assert_int_equal(problems.count, sizeof lines / sizeof lines[0]);
    for (size_t i = 0; i < problems.count; i++)
        assert_int_equal(problems.items[i].line, lines[i]);
    problems_done(&problems);
    providers_done(&p);
}

void suite_providers(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_provider_whole),
        cmocka_unit_test(the_mask_is_the_newest_one_that_the_build_has),
        cmocka_unit_test(each_broken_rule_of_a_section_is_named),
        cmocka_unit_test(each_broken_key_is_named),
        cmocka_unit_test(each_broken_mask_is_named),
        cmocka_unit_test(each_broken_event_is_named),
        cmocka_unit_test(sixty_five_ids_are_one_too_many),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(every_finding_of_a_file_is_told),
    };
    SUITE_RUN("providers", tests);
}
