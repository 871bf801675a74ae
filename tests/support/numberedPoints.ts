import mqtt from 'mqtt'

const FIRST_TS = 1_700_000_000_000

/** Devices whose points each have a time of their own, by which they are found again. */
export function createNumberedPoints() {
  const acknowledged = new Set<number>()
  let ts = FIRST_TS
  return {
    acknowledged,
    /** Sends one point after the other, until the server refuses one or is gone. */
    async sendUntilRefused(origin: string, token: string) {
      for (;;) {
        const sent = ts++
        const body = JSON.stringify({ts: sent, values: {level: sent % 100}})
        try {
          const answer = await fetch(`${origin}/api/v1/${token}/telemetry`, {method: 'POST', body})
          if (answer.status === 200) acknowledged.add(sent)
          else if (answer.status !== 429) return
        } catch {
          return
        }
      }
    },
    /** The same by MQTT, until the connection is lost. */
    async publishUntilLost(port: number, token: string) {
      const client = mqtt.connect({host: '127.0.0.1', port, username: token, reconnectPeriod: 0})
      client.on('error', () => {})
      const lost = new Promise<never>((_, reject) =>
        client.once('close', () => reject(new Error('The connection is lost'))),
      )
      try {
        for (;;) {
          const sent = ts++
          const body = JSON.stringify({ts: sent, values: {level: sent % 100}})
          await Promise.race([client.publishAsync('v1/devices/me/telemetry', body, {qos: 1}), lost])
          acknowledged.add(sent)
        }
      } catch {
        client.end(true)
      }
    },
  }
}
