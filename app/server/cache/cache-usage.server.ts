/** The content of each group: how many values, how many bytes, and how old the oldest is, in milliseconds. */
export type Held = Map<string, { entries: number; bytes: number; oldest: number }>;

export function heldBy<Value>(
  values: Iterable<{ value: Value; age: number }>,
  of: (value: Value) => { group: string; bytes: number },
): Held {
  const groups: Held = new Map();
  for (const { value, age } of values) {
    const { group, bytes } = of(value);
    const held = groups.get(group) ?? { entries: 0, bytes: 0, oldest: 0 };
    groups.set(group, { entries: held.entries + 1, bytes: held.bytes + bytes, oldest: Math.max(held.oldest, age) });
  }
  return groups;
}
