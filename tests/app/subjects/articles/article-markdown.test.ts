import { describe, expect, test } from "vitest";
import { renderMarkdown } from "~/subjects/articles/markdown.server";

const render = (text: string, textLocale: "fr" | "en" = "en", pageLocale: "fr" | "en" = "fr") =>
  renderMarkdown(text, { textLocale, pageLocale });

const payloads = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//x.example></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe src=javascript:alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<p onclick=alert(1)>x</p>",
  "<body onload=alert(1)>",
  "<math><mi xlink:href='javascript:alert(1)'>",
  "<style>@import '//x.example'</style>",
  "<link rel=stylesheet href=//x.example>",
  "<meta http-equiv=refresh content=0>",
  "<base href=//x.example>",
  "<form action=//x.example><input autofocus onfocus=alert(1)>",
  "<object data=javascript:alert(1)>",
  "<embed src=javascript:alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<details open ontoggle=alert(1)>",
  "<!--><script>alert(1)</script>-->",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><script>1</script></template>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](\u0001javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:alert(1))",
  "[x](blob:https://x.example/1)",
  "[x](file:///etc/passwd)",
  "[x](http://x.example)",
  "[x](//x.example)",
  "[x](/\\x.example)",
  "[x](https://x.example '\" onmouseover=\"alert(1)')",
  "![x](https://x.example/a.png)",
  '![x" onerror="alert(1)](x)',
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "`<script>alert(1)</script>`",
  "```\n<script>alert(1)</script>\n```",
];

describe.each(payloads)("%j", (payload) => {
  test("leaves only allowed elements, attributes and addresses", () => {
    const tags = render(payload).match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(/^<\/?(h[2-4]|p|ul|ol|li|blockquote|strong|em|br|hr|code|a)( \/|(?: (?:href|rel|target)="[^"<>]*")*)>$/);
      const href = /href="([^"]*)"/.exec(tag)?.[1];
      if (href !== undefined && href !== "")
        expect(new URL(href, "https://local.invalid").href).toMatch(/^(https:\/\/(local\.invalid|x\.example)\/|mailto:|tel:)/);
    }
  });
});

test("headings start below the title of the page", () => {
  expect(render("# A\n\n## B\n\n### C\n\n###### D").match(/h\d(?=>)/g)).toEqual(["h2", "h2", "h2", "h2", "h3", "h3", "h4", "h4"]);
});

test("a link inside the site stays in the reader's language", () => {
  expect(render("[x](/news)", "fr", "en")).toContain('href="/en/news"');
  expect(render("[x](/news)", "fr", "fr")).toContain('href="/news"');
});

test("a link to another site opens in a new tab, with noopener and nofollow", () => {
  expect(render("[x](https://x.example/)")).toContain('<a href="https://x.example/" rel="noopener noreferrer nofollow" target="_blank">');
});

test("only a French text gets French spaces", () => {
  expect(render("Oui !", "fr")).toContain("Oui\u202f!");
  expect(render("Oui !", "en")).toContain("Oui !");
});

test("a cell has its column's label, except the first of its row", () => {
  const table = (head: string) => render(`| Who | ${head} | |\n|---|---|---|\n| Ines | 3 km | x |\n| Yanis | 5 km |`);
  expect(table("How far").match(/<td.*?<\/td>/g)).toEqual([
    "<td>Ines</td>",
    '<td data-column="How far">3 km</td>',
    "<td>x</td>",
    "<td>Yanis</td>",
    '<td data-column="How far">5 km</td>',
    "<td></td>",
  ]);
  expect(table('"><b>').match(/<td data[^>]*>/)?.[0]).toBe('<td data-column="&quot;&gt;&lt;b&gt;">');
});
