ALTER TABLE "on_call_rota" ADD COLUMN "changes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "on_call_rota" ADD COLUMN "calendar_salt" text;