import { usePageText } from "~/content/page-texts/use-page-text";
import { Drawing } from "~/ui/drawing";

const steps = [
  { step: 1, drawing: "crate", colour: "sun" },
  { step: 2, drawing: "door", colour: "white" },
  { step: 3, drawing: "bike", colour: "vivid" },
  { step: 4, drawing: "kit", colour: "sun" },
  { step: 5, drawing: "coat", colour: "pale" },
  { step: 6, drawing: "coin", colour: "white" },
  { step: 7, drawing: "crate", colour: "vivid" },
  { step: 8, drawing: "kit", colour: "sun" },
  { step: 9, drawing: "door", colour: "pale" },
] as const;

const rings = {
  sun: "[--ring:var(--color-sun)]",
  white: "[--ring:#fff]",
  vivid: "[--ring:var(--color-primary-vivid)]",
  pale: "[--ring:var(--color-primary-pale)]",
};
const textColours = { sun: "text-sun", white: "text-white", vivid: "text-primary-vivid", pale: "text-primary-pale" };

/** The dates of the history, each a ring of one chain. */
export function Timeline() {
  const t = usePageText("story");
  const dated = steps.filter(({ step }) => t(`timeline.${step}.date`) !== "");
  if (dated.length === 0) return null;
  return (
    <section aria-labelledby="dates">
      <h2 id="dates" className="sr-only">
        {t("timeline.title")}
      </h2>
      <ol className="chain story-chain">
        {dated.map(({ step, drawing, colour }) => (
          <li key={step}>
            <div className={`ring-link ${rings[colour]}`}>
              <Drawing name={drawing} />
            </div>
            <div>
              <p
                className={`text-[clamp(1.75rem,1.2rem+2.6vw,3.25rem)] leading-[0.95] font-extrabold tracking-[-0.04em] ${textColours[colour]}`}
              >
                {t(`timeline.${step}.date`)}
              </p>
              <h3 className="title-section mt-3">{t(`timeline.${step}.title`)}</h3>
              <p className="mt-3 max-w-xl text-neutral-on-black">{t(`timeline.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
