CREATE TABLE "scheduled_backup" (
	"at" bigint PRIMARY KEY NOT NULL,
	"bytes" bigint
);
