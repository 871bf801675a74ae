CREATE TABLE "pairing" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"code" text,
	"device_id" uuid,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "pairing_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "pairing" ADD CONSTRAINT "pairing_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pairing_expires_at_index" ON "pairing" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pairing_device_id_index" ON "pairing" USING btree ("device_id");