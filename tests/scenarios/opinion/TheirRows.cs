// What Microsoft's TraceEvent reads in .etl files, as tables:
//
//   opinion LIBRARY KINDS JOBS
//
// LIBRARY answers the three functions of advapi32 (etw_library.c). Each line of
// JOBS is "<etl file> <tab> <table to write>". A table has the lines
//   T  events  raw time of the first and the last  FILETIME of both
//   C  kernel, classic or manifest  guid  opcode or id  count
//   U  class guid  opcode  count           kernel events that TraceEvent does not know
//   R  kind  raw time  cpu  field=value..  events of the kinds that KINDS names
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;

// One line of kinds.tsv.
sealed class Kind
{
    public string Name = "";
    public string[] Ours = [];
    public string[] Theirs = [];
}

static class TheirRows
{
    const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    static readonly Dictionary<(Guid, int), Kind> kinds = new();
    static readonly Dictionary<(Type, string), Func<TraceEvent, object?>> getters = new();

    static void ReadKinds(string path)
    {
        foreach (string line in File.ReadLines(path).Where(l => l.Length > 0 && l[0] != '#'))
        {
            string[] part = line.Split('\t');
            string[][] fields = part.Skip(3).Select(f => f.Split('=')).ToArray();
            var kind = new Kind { Name = part[0], Ours = fields.Select(f => f[0]).ToArray(), Theirs = fields.Select(f => f[1]).ToArray() };
            foreach (string opcode in part[2].Split(','))
                kinds.Add((Guid.Parse(part[1]), int.Parse(opcode, CultureInfo.InvariantCulture)), kind);
        }
    }

    // "Name" is a property or a field, "Name[]" a method that gives each of FrameCount values.
    static Func<TraceEvent, object?> Getter(Type type, string name)
    {
        if (name.EndsWith("[]"))
        {
            MethodInfo? each = type.GetMethod(name[..^2], Any);
            PropertyInfo? count = type.GetProperty("FrameCount", Any);
            if (each == null || count == null)
                return _ => null;
            return e => string.Join(",", Enumerable.Range(0, (int)count.GetValue(e)!)
                .Select(i => Convert.ToUInt64(each.Invoke(e, [i]), CultureInfo.InvariantCulture)));
        }
        PropertyInfo? property = type.GetProperty(name, Any);
        return property == null ? e => e.PayloadByName(name) : e => property.GetValue(e);
    }

    static string Text(object? value) => value switch
    {
        null => "?",
        double d => d.ToString("F4", CultureInfo.InvariantCulture),
        Enum e => Convert.ToInt64(e, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture),
        string s => s.Replace('\t', ' ').Replace('\n', ' '),
        bool b => b ? "1" : "0",
        IFormattable f => f.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "?"
    };

    static object? Value(TraceEvent e, string name)
    {
        if (!getters.TryGetValue((e.GetType(), name), out Func<TraceEvent, object?>? getter))
            getters.Add((e.GetType(), name), getter = Getter(e.GetType(), name));
        return getter(e);
    }

    static void AddRow(StringBuilder to, TraceEvent e, long raw, Kind kind)
    {
        to.Append($"R\t{kind.Name}\t{raw}\t{e.ProcessorNumber}");
        for (int i = 0; i < kind.Ours.Length; i++)
            to.Append('\t').Append(kind.Ours[i]).Append('=').Append(Text(Value(e, kind.Theirs[i])));
        to.Append('\n');
    }

    static void AddRows(StringBuilder to, TraceEvent e, long raw, (string, Guid Guid, int Id) key)
    {
        if (kinds.TryGetValue((key.Guid, key.Id), out Kind? kind))
            AddRow(to, e, raw, kind);
        if (!e.IsClassicProvider && kinds.TryGetValue((Guid.Empty, 0), out kind))
            AddRow(to, e, raw, kind);
    }

    static void Read(string etl, string table)
    {
        var counts = new SortedDictionary<(string, Guid, int), int>();
        var unknown = new SortedDictionary<(Guid, int), int>();
        var rows = new StringBuilder();
        PropertyInfo stamp = typeof(TraceEvent).GetProperty("TimeStampQPC", Any)!;
        var qpc = (Func<TraceEvent, long>)stamp.GetMethod!.CreateDelegate(typeof(Func<TraceEvent, long>));
        int total = 0;
        long first = 0, last = 0, firstTime = 0, lastTime = 0;
        using var source = new ETWTraceEventSource(etl, TraceEventSourceType.FileOnly);
        var kernel = new KernelTraceEventParser(source, KernelTraceEventParser.ParserTrackingOptions.None);
        kernel.All += _ => { };
        new MicrosoftWindowsTCPIPTraceEventParser(source).All += _ => { };
        source.UnhandledEvents += e =>
        {
            if (e.IsClassicProvider)
                unknown[(e.TaskGuid, (int)e.Opcode)] = unknown.GetValueOrDefault((e.TaskGuid, (int)e.Opcode)) + 1;
        };
        source.AllEvents += e =>
        {
            var key = e.IsClassicProvider ? ("classic", e.TaskGuid, (int)e.Opcode)
                                          : ("manifest", e.ProviderGuid, (int)e.ID & 0xFFFF);
            counts[key] = counts.GetValueOrDefault(key) + 1;
            last = qpc(e);
            lastTime = e.TimeStamp.ToFileTimeUtc();
            if (total++ == 0)
                (first, firstTime) = (last, lastTime);
            AddRows(rows, e, last, key);
        };
        source.Process();
        var o = new StringBuilder($"T\t{total}\t{first}\t{last}\t{firstTime}\t{lastTime}\n");
        foreach (var ((sort, guid, id), count) in counts)
            o.Append($"C\t{sort}\t{guid}\t{id}\t{count}\n");
        foreach (var ((guid, opcode), count) in unknown)
            o.Append($"U\t{guid}\t{opcode}\t{count}\n");
        File.WriteAllText(table, o.Append(rows).ToString());
    }

    static int Main(string[] args)
    {
        NativeLibrary.SetDllImportResolver(typeof(TraceEvent).Assembly, (name, _, _) =>
            name.StartsWith("advapi32", StringComparison.OrdinalIgnoreCase) ? NativeLibrary.Load(args[0]) : IntPtr.Zero);
        ReadKinds(args[1]);
        foreach (string job in File.ReadLines(args[2]))
        {
            string[] paths = job.Split('\t');
            try
            {
                Read(paths[0], paths[1]);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                File.WriteAllText(paths[1], $"X\t{e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}\n");
            }
        }
        return 0;
    }
}
