CREATE TABLE "on_call_rota" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"plan" jsonb NOT NULL,
	"overrides" jsonb NOT NULL,
	"gap_known_until" bigint,
	"due_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "on_call_rota_name" UNIQUE("organisation_id","name")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "rota_id" uuid;--> statement-breakpoint
ALTER TABLE "notification_thread" ADD COLUMN "held_from" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "quiet" jsonb;--> statement-breakpoint
ALTER TABLE "on_call_rota" ADD CONSTRAINT "on_call_rota_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "on_call_rota_due_at_index" ON "on_call_rota" USING btree ("due_at");