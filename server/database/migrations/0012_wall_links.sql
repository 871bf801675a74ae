CREATE TABLE "wall_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"wall" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"issued_by" text NOT NULL,
	"last_seen_at" bigint,
	"revoked_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "wall_link_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "session" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "wall_link_id" uuid;--> statement-breakpoint
ALTER TABLE "wall_link" ADD CONSTRAINT "wall_link_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wall_link_organisation_id_index" ON "wall_link" USING btree ("organisation_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_wall_link_id_wall_link_id_fk" FOREIGN KEY ("wall_link_id") REFERENCES "public"."wall_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_wall_link_id_index" ON "session" USING btree ("wall_link_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_holder" CHECK (num_nonnulls("session"."user_id", "session"."wall_link_id") = 1);