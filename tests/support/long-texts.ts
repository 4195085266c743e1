/** Longer than any field may be, and as long as a form lets through; what patterns that look back and forth stumble over. */
export const longTexts: [name: string, text: string][] = [
  ["spaces between a number and a letter", `1${" ".repeat(80_000)}x`],
  ["names of attributes", "data-".repeat(16_000)],
  ["dots and signs of an address", `${"a.".repeat(20_000)}@${"a-.".repeat(13_000)}`],
  ["digits", `+${"0".repeat(80_000)}x`],
  ["words", "mot ".repeat(20_000)],
  ["brackets", `${"[".repeat(40_000)}](${"(".repeat(39_000)}`],
  ["marks of emphasis", "*_".repeat(40_000)],
  ["line ends", "\n".repeat(80_000)],
  ["beginnings of tags", `<${"a ".repeat(40_000)}`],
  ["slashes", `https://${"/?#".repeat(26_000)}x`],
];

/** How long the processor works on something, in milliseconds: unlike the clock, it says nothing of what else the machine does. */
export async function workOf<T>(task: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const before = process.cpuUsage();
  const answer = await task();
  const { user, system } = process.cpuUsage(before);
  return { answer, milliseconds: (user + system) / 1_000 };
}
