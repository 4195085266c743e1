import { useTranslation } from "react-i18next";
import type { Testimonial } from "#contract/publishing/testimonials";
import { Link } from "~/ui/link";
import { Words } from "~/ui/localized-text";

/** What people said, with their agreement: one large, another beside it. */
export function Testimonials({ items }: { items: Testimonial[] }) {
  const { t } = useTranslation("home");
  const [first, second] = items;
  if (!first) return null;
  return (
    <section className="wrap pt-section" aria-labelledby="testimonials">
      <h2 id="testimonials" className="title-section mb-5">
        {t("testimonials.title")}
      </h2>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1.35fr_1fr]">
        <Testimony item={first} className="text-[length:var(--text-3xl)] leading-[1.12] font-extrabold tracking-[-0.03em] text-primary" />
        {second && (
          <div>
            <Testimony item={second} className="text-lg" />
          </div>
        )}
      </div>
      <p className="mt-8">
        <Link className="more" to="/testimonials">
          {t("testimonials.all")}
        </Link>
      </p>
    </section>
  );
}

function Testimony({ item: { initials, speaker, quote }, className }: { item: Testimonial; className: string }) {
  return (
    <figure className="divided wrap-anywhere [--apart:2rem]">
      <blockquote className={`quoted text-balance ${className}`}>
        <Words of={quote} />
      </blockquote>
      <figcaption className="muted mt-4">
        <b className="text-ink">{initials}</b> <Words of={speaker} mark />
      </figcaption>
    </figure>
  );
}
