CREATE TABLE "hand_over" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"customer_id" uuid,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"to_id" uuid,
	"to_name" text,
	"notes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hand_over" ADD CONSTRAINT "hand_over_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over" ADD CONSTRAINT "hand_over_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_over_organisation_id_customer_id_id_index" ON "hand_over" USING btree ("organisation_id","customer_id","id");