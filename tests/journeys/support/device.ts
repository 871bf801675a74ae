/** Posts as a device does; resolves when the server has acknowledged. */
export async function postTelemetry(origin: string, accessToken: string, payload: unknown): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(payload),
  })
  if (answer.status !== 200) throw new Error(`The device API answered ${answer.status}: ${await answer.text()}`)
}
