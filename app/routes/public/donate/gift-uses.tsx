import { usePageText } from "~/content/page-texts/use-page-text";
import { Drawing } from "~/ui/drawing";

const uses = [
  { key: "kit", drawing: "kit" },
  { key: "bike", drawing: "bike" },
  { key: "shop", drawing: "coat" },
] as const;

/** What gifts pay for. */
export function GiftUses() {
  const t = usePageText("donate");
  return (
    <ul className="mt-12 grid gap-6 border-t-2 border-beige-deep pt-8 md:grid-cols-3">
      {uses.map(({ key, drawing }) => (
        <li key={key} className="grid grid-cols-[3.5rem_1fr] items-center gap-4 leading-snug">
          <Drawing name={drawing} />
          <span>{t(`use.${key}`)}</span>
        </li>
      ))}
    </ul>
  );
}
