/** The specification's numbers, and ours where it is silent. Each stands here once; durations are milliseconds unless named otherwise. */
const SECOND = 1000

export const TITLE = 'Pulsewall'

export const CHART_POINT_LIMIT = 1000
export const CHART_HEIGHT_PX = 290
export const CHART_DECIMALS = 4
export const TILE_DECIMALS = 2
export const ZOOM_WHEEL_STEP = 0.1
export const LIVE_UPDATE_PERIOD = 60 * SECOND
export const TILE_CHECK_PERIOD = 60 * SECOND
export const TILE_REFETCH_MINUTES = 10
export const EVENT_THRESHOLD = 0.003
export const DEFAULT_START_DAYS_BACK = 2
export const WINDOW_MINUTES = [10, 30, 60, 1440] as const
export const DEFAULT_WINDOW_MINUTES = 30
export const DAY_WINDOW_MINUTES = 1440
export const MIN_WINDOW_MINUTES = 1
/** A week of minutes times a hundred: longer buckets than two years mean nothing to a chart. */
export const MAX_WINDOW_MINUTES = 1_000_000
export const AXIS_DAY_UNIT_OVER_DAYS = 30
export const AXIS_HOUR_UNIT_OVER_DAYS = 7

export const VERIFICATION_REDIRECT_SECONDS = 3

/** A value whose arrival lies further back is late. `config.json` may set another. */
export const LATE_AFTER = 90 * SECOND

/** How far ahead a clock may be, a device's or the viewer's, before its times count as wrong. */
export const CLOCK_TOLERANCE = 60 * SECOND

export const KEY_LENGTH = 255
export const TEXT_VALUE_LENGTH = 10_000
export const JSON_DEPTH = 20
export const KEYS_PER_QUERY = 100
export const BODY_BYTES = 1024 * 1024
export const DEVICE_BODY_BYTES = 1024 * 1024
export const POINTS_PER_MESSAGE = 10_000
export const ATTRIBUTES_PER_MESSAGE = 1_000
export const PASSWORD_LENGTH = 256
export const PASSWORD_LENGTH_MIN = 8
export const EMAIL_LENGTH = 254
/** A name, a title, a line of an address. */
export const NAME_LENGTH = 255
/** A text of several lines. */
export const TEXT_LENGTH = 10_000
export const LIST_PAGE_LENGTH = 500
/** Devices in one call of an import. */
export const IMPORT_BATCH_LENGTH = 200
export const CREDENTIALS_LENGTH_MIN = 20
export const AUDIT_PAGE_LENGTH = 100

/** 1970 to 2100 inclusive: a timestamp outside is a mistake (seconds or microseconds taken for milliseconds, a broken clock). */
export const MIN_TS = 0
export const MAX_TS = 4_102_444_800_000
export const SERIES_LIMIT_MAX = 10_000

export const LIVE_SUBSCRIPTION_DEVICES = 10_000
export const LIVE_MESSAGE_BYTES = 64 * 1024
/** An id takes 36 characters, two quotes and a comma of a message. */
export const LIVE_DEVICES_PER_MESSAGE = 1600
export const LIVE_PING_INTERVAL = 5 * SECOND
export const LIVE_PING_TIMEOUT = 5 * SECOND

export const ASSET_TYPES = ['digital_asset', 'building', 'room', 'campus', 'home', 'device_group'] as const
export const ASSET_LABELS = ['video_asset', 'firmware', 'thumbnail', 'audio_clip', 'AI_model', 'blob'] as const
