package com.nexafleet.portal;

import java.math.BigDecimal;
import java.util.*;

/** Minimal JSON support: maps, lists, strings, numbers, booleans, null. */
final class Json {
    private Json() { }

    static Map<String, Object> obj(Object... kv) {
        Map<String, Object> m = new LinkedHashMap<>();
        for (int i = 0; i < kv.length; i += 2) m.put((String) kv[i], kv[i + 1]);
        return m;
    }

    static String write(Object o) {
        StringBuilder sb = new StringBuilder(4096);
        write(sb, o);
        return sb.toString();
    }

    private static void write(StringBuilder sb, Object o) {
        if (o == null) sb.append("null");
        else if (o instanceof Map<?, ?> m) {
            sb.append('{');
            boolean first = true;
            for (Map.Entry<?, ?> e : m.entrySet()) {
                if (!first) sb.append(',');
                first = false;
                quote(sb, String.valueOf(e.getKey()));
                sb.append(':');
                write(sb, e.getValue());
            }
            sb.append('}');
        } else if (o instanceof Collection<?> c) {
            sb.append('[');
            boolean first = true;
            for (Object e : c) {
                if (!first) sb.append(',');
                first = false;
                write(sb, e);
            }
            sb.append(']');
        } else if (o instanceof BigDecimal d) sb.append(d.toPlainString());
        else if (o instanceof Number || o instanceof Boolean) sb.append(o);
        else quote(sb, o.toString());
    }

    private static void quote(StringBuilder sb, String s) {
        sb.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> sb.append("\\\"");
                case '\\' -> sb.append("\\\\");
                case '\n' -> sb.append("\\n");
                case '\r' -> sb.append("\\r");
                case '\t' -> sb.append("\\t");
                default -> {
                    if (c < 0x20) sb.append(String.format("\\u%04x", (int) c));
                    else sb.append(c);
                }
            }
        }
        sb.append('"');
    }

    static Object parse(String text) {
        Parser p = new Parser(text);
        Object v = p.value(0);
        p.ws();
        if (p.i != text.length()) throw p.bad();
        return v;
    }

    private static final class Parser {
        private final String s;
        private int i;
        Parser(String s) { this.s = s; }

        IllegalArgumentException bad() { return new IllegalArgumentException("Malformed JSON at offset " + i); }
        void ws() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
        char peek() { if (i >= s.length()) throw bad(); return s.charAt(i); }

        Object value(int depth) {
            if (depth > 40) throw bad();
            ws();
            char c = peek();
            if (c == '{') {
                Map<String, Object> m = new LinkedHashMap<>();
                i++; ws();
                if (peek() == '}') { i++; return m; }
                while (true) {
                    ws();
                    String k = string();
                    ws();
                    if (peek() != ':') throw bad();
                    i++;
                    m.put(k, value(depth + 1));
                    ws();
                    char d = peek(); i++;
                    if (d == '}') return m;
                    if (d != ',') throw bad();
                }
            }
            if (c == '[') {
                List<Object> l = new ArrayList<>();
                i++; ws();
                if (peek() == ']') { i++; return l; }
                while (true) {
                    l.add(value(depth + 1));
                    ws();
                    char d = peek(); i++;
                    if (d == ']') return l;
                    if (d != ',') throw bad();
                }
            }
            if (c == '"') return string();
            if (s.startsWith("true", i)) { i += 4; return true; }
            if (s.startsWith("false", i)) { i += 5; return false; }
            if (s.startsWith("null", i)) { i += 4; return null; }
            int j = i;
            while (j < s.length() && "+-.eE0123456789".indexOf(s.charAt(j)) >= 0) j++;
            if (j == i) throw bad();
            try {
                BigDecimal d = new BigDecimal(s.substring(i, j));
                i = j;
                return d;
            } catch (NumberFormatException e) { throw bad(); }
        }

        String string() {
            if (peek() != '"') throw bad();
            i++;
            StringBuilder b = new StringBuilder();
            while (true) {
                char c = peek(); i++;
                if (c == '"') return b.toString();
                if (c != '\\') { b.append(c); continue; }
                char e = peek(); i++;
                switch (e) {
                    case 'n' -> b.append('\n');
                    case 't' -> b.append('\t');
                    case 'r' -> b.append('\r');
                    case 'b' -> b.append('\b');
                    case 'f' -> b.append('\f');
                    case 'u' -> {
                        if (i + 4 > s.length()) throw bad();
                        try { b.append((char) Integer.parseInt(s.substring(i, i + 4), 16)); }
                        catch (NumberFormatException x) { throw bad(); }
                        i += 4;
                    }
                    case '"', '\\', '/' -> b.append(e);
                    default -> throw bad();
                }
            }
        }
    }
}
