CREATE TABLE "wall_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"wall" text NOT NULL,
	"value" jsonb NOT NULL,
	"size" integer NOT NULL,
	"user_id" uuid,
	"email" text,
	"kept_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wall_version" ADD CONSTRAINT "wall_version_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wall_version_organisation_id_wall_id_index" ON "wall_version" USING btree ("organisation_id","wall","id");