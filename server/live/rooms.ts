export const deviceRoom = (deviceId: string) => `device:${deviceId}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`

/** Of all who watch alarms. Besides it each is in the room of those that its viewer may see. */
export const ALARM_WATCH = 'alarms'
export const ALL_ALARMS = 'alarms:all'
export const organisationAlarms = (organisationId: string) => `alarms:organisation:${organisationId}`
export const customerAlarms = (customerId: string) => `alarms:customer:${customerId}`

export const isDeviceRoom = (room: string) => room.startsWith('device:')
