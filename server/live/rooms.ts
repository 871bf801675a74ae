export const deviceRoom = (deviceId: string) => `device:${deviceId}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`

export const isDeviceRoom = (room: string) => room.startsWith('device:')
