CREATE TABLE "device_connection" (
	"device_id" uuid NOT NULL,
	"server" uuid NOT NULL,
	"connected_at" bigint NOT NULL,
	"disconnected_at" bigint,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "device_connection_device_id_server_pk" PRIMARY KEY("device_id","server")
);
--> statement-breakpoint
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_connection_server_index" ON "device_connection" USING btree ("server") WHERE "device_connection"."disconnected_at" is null;