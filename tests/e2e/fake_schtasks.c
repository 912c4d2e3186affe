/* A stand-in for schtasks.exe. In C:\fake_schtasks it notes each command line
 * (said.txt) and keeps the file that it was given (task.xml, as it was); "fail" there
 * makes it say that file's content and end with 1, "refuse" the same of a query, "hang"
 * makes it hang, "slow" take 4 s. */
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define PLACE L"C:\\fake_schtasks\\"

static int put_file(const wchar_t *name)
{
    unsigned char bytes[16384];
    FILE *f = _wfopen(name, L"rb");
    if (!f)
        return 0;
    size_t len = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    fwrite(bytes, 1, len, stdout);
    return 1;
}

/* As the real one writes to a pipe: in the console's code page. */
static int put_task(void)
{
    static WCHAR wide[8192];
    static char narrow[16384];
    FILE *f = _wfopen(PLACE L"task.xml", L"rb");
    if (!f)
        return 0;
    size_t units = fread(wide, 2, 8191, f);
    fclose(f);
    int len = WideCharToMultiByte(CP_OEMCP, 0, wide + 1, (int)units - 1, narrow, sizeof narrow, "?", NULL);
    fwrite(narrow, 1, (size_t)len, stdout);
    return 1;
}

int wmain(int argc, wchar_t **argv);
int wmain(int argc, wchar_t **argv)
{
    wchar_t *xml = NULL;
    int query = 0, delete = 0;
    FILE *said = _wfopen(PLACE L"said.txt", L"ab");
    if (said) {
        fprintf(said, "%ls\n", GetCommandLineW());
        fclose(said);
    }
    for (int i = 1; i < argc; i++) {
        query = query || wcscmp(argv[i], L"/Query") == 0;
        delete = delete || wcscmp(argv[i], L"/Delete") == 0;
        if (wcscmp(argv[i], L"/XML") == 0 && i + 1 < argc && !query)
            xml = argv[i + 1];
    }
    if (GetFileAttributesW(PLACE L"hang") != INVALID_FILE_ATTRIBUTES)
        Sleep(INFINITE);
    if (GetFileAttributesW(PLACE L"slow") != INVALID_FILE_ATTRIBUTES)
        Sleep(4000);
    if (!query && put_file(PLACE L"fail"))
        return 1;
    if (query && put_file(PLACE L"refuse"))
        return 1;
    if (query) {
        if (put_task())
            return 0;
        fprintf(stderr, "ERROR: The system cannot find the file specified.\n");
        return 1;
    }
    if (delete)
        return DeleteFileW(PLACE L"task.xml") ? 0 : 1;
    return xml && CopyFileW(xml, PLACE L"task.xml", FALSE) ? 0 : 1;
}
