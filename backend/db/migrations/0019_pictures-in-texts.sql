CREATE TABLE "article_pictures" (
	"article_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "article_pictures_article_id_document_id_pk" PRIMARY KEY("article_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "article_pictures" ADD CONSTRAINT "article_pictures_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_pictures" ADD CONSTRAINT "article_pictures_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_pictures_document" ON "article_pictures" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "documents_article_pictures" ON "documents" USING btree ("created_at") WHERE "documents"."kind" = 'ARTICLE_PICTURE';--> statement-breakpoint
-- Who may see a picture of an article follows from the article, so it can be no document of another kind.
CREATE FUNCTION is_article_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM documents WHERE id = NEW.document_id AND kind = 'ARTICLE_PICTURE') THEN
    RAISE EXCEPTION 'not a picture of an article' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_pictures_are_their_own BEFORE INSERT OR UPDATE OF document_id ON article_pictures FOR EACH ROW EXECUTE FUNCTION is_article_picture();
