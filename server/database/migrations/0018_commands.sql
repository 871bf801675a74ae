CREATE TABLE "command" (
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"method" text NOT NULL,
	"params" text NOT NULL,
	"is_one_way" boolean NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"taken_at" bigint,
	"sent_at" bigint,
	"answered_at" bigint,
	"answer" text,
	"reason" text,
	CONSTRAINT "command_device_id_number_pk" PRIMARY KEY("device_id","number")
);
--> statement-breakpoint
ALTER TABLE "command" ADD CONSTRAINT "command_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "command_device_id_index" ON "command" USING btree ("device_id") WHERE "command"."state" = 'queued' and "command"."taken_at" is null;