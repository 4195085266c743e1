/** The tools over a text in Markdown. */
export const markdownTools = ["heading", "bold", "italic", "list", "quote", "link"] as const;
export type MarkdownTool = (typeof markdownTools)[number];

/** The tools that a key has, together with Ctrl, or ⌘ on a Mac. */
export const toolKeys: Partial<Record<MarkdownTool, string>> = { bold: "b", italic: "i", link: "k" };
