/** Command lines that make a device send a value, each as it is pasted into its shell. */
export interface SendLines {
  sh: string
  powerShell: string
}

/** `apiOrigin` is that of the API, without a slash at its end. */
export function sendLines(apiOrigin: string, accessToken: string): SendLines {
  const url = `${apiOrigin}/api/v1/${urlPart(accessToken)}/telemetry`
  return {
    sh: `curl -X POST ${url} --header "Content-Type: application/json" --data '${BODY}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "${url}" -ContentType "application/json" -Body '${BODY}'`,
  }
}

const BODY = '{"temperature": 21.5}'

/** Another server's tokens may hold what a shell would take for its own. */
const urlPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
