import type { AppLoadContext } from "@remix-run/node";

/** The number of unread sent testimonials. */
export async function waitingTestimonials({ api }: AppLoadContext): Promise<number> {
  const { sentTestimonialsApi } = await import("#contract/publishing/sent-testimonials");
  const query = sentTestimonialsApi.list.query?.parse({ status: "submitted", perPage: 1 });
  const { total } = await api.call(sentTestimonialsApi.list, { query } as never);
  return total;
}
