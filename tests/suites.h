/* Every suite of the product: SUITE(name) runs everywhere, WINDOWS_SUITE(name)
 * only in the Windows program. suite_<name> stands in tests/test_<name>.c. */
SUITE(text)
SUITE(guid)
SUITE(ini)
SUITE(strings)
SUITE(hotkey_text)
SUITE(viewer_plan)
