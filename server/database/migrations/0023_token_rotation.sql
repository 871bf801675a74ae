ALTER TABLE "device_credentials" DROP CONSTRAINT "device_credentials_deviceId_unique";--> statement-breakpoint
ALTER TABLE "device_credentials" ADD COLUMN "is_former" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device_credentials" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "device_credentials" ADD CONSTRAINT "device_credentials_deviceId_isFormer_unique" UNIQUE("device_id","is_former");