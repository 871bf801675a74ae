CREATE TABLE "overview" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"wall" jsonb,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "overview" ADD CONSTRAINT "overview_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;