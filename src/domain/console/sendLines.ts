/** Shell commands that make a device send a value. */
export interface SendLines {
  sh: string
  powerShell: string
}

/** `apiOrigin` has no slash at its end. */
export function sendLines(apiOrigin: string, accessToken: string): SendLines {
  const url = `${apiOrigin}/api/v1/${urlPart(accessToken)}/telemetry`
  return {
    sh: `curl -X POST ${url} --header "Content-Type: application/json" --data '${BODY}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "${url}" -ContentType "application/json" -Body '${BODY}'`,
  }
}

const BODY = '{"temperature": 21.5}'

/** Tokens of other servers may contain characters with a meaning in the shell. */
const urlPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
