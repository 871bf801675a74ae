/** Posts as a device does; resolves when the server has acknowledged. */
export async function postTelemetry(origin: string, accessToken: string, payload: unknown): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(payload),
  })
  if (answer.status !== 200) throw new Error(`The device API answered ${answer.status}: ${await answer.text()}`)
}

/** Posts a heartbeat and a report as a player does that names itself; answers the status of each. */
export async function postAsPlayer(origin: string, accessToken: string, player: string, report: object, at: number) {
  const post = async (body: object) => {
    const answer = await fetch(`${origin}/api/v1/${accessToken}/attributes?player=${player}`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
    })
    return answer.status
  }
  return [await post({heartbeat: {ts: at, player}}), await post({player: {...report, player}})]
}
