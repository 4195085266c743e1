import { ArrowRight } from "lucide";
import type { Testimonial } from "#contract/publishing/testimonials";
import { usePageText } from "~/content/page-texts/use-page-text";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";

/** What one person said, with their agreement, and the link to all testimonials. */
export function Testimonials({ items: [first] }: { items: Testimonial[] }) {
  const t = usePageText("home");
  if (!first) return null;
  const { quote, initials, speaker } = first;
  return (
    <section className="mt-section bg-beige py-section" aria-labelledby="testimonials">
      <div className="wrap">
        <h2 id="testimonials" className="sr-only">
          {t("testimonials.title")}
        </h2>
        <figure className="wrap-anywhere">
          <blockquote className="quoted max-w-[21em] text-[length:var(--text-3xl)] leading-[1.1] font-extrabold tracking-[-0.035em] text-balance">
            <LocalizedText of={quote} />
          </blockquote>
          <figcaption className="mt-8 flex items-center gap-4">
            <span className="ring-link h-8 w-14 flex-none [--w:0.5rem]" aria-hidden="true" />
            <span>
              <b>{initials}</b> <LocalizedText of={speaker} mark />
            </span>
          </figcaption>
        </figure>
        <p className="mt-8">
          <Link className="more" to="/testimonials">
            {t("testimonials.all")}
            <Icon of={ArrowRight} />
          </Link>
        </p>
      </div>
    </section>
  );
}
