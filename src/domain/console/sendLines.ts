import type {Capabilities} from '../../../contract/wire/capabilities'

/** What makes a device send a value: shell commands, and a script. */
export interface SendLines {
  sh: string
  powerShell: string
  /** Where the server takes MQTT. */
  mosquitto?: string
  python?: string
}

/** `apiOrigin` has no slash at its end. */
export function sendLines(apiOrigin: string, accessToken: string, mqtt?: Capabilities['mqtt']): SendLines {
  const url = `${apiOrigin}/api/v1/${urlPart(accessToken)}/telemetry`
  return {
    sh: `curl -X POST ${url} --header "Content-Type: application/json" --data '${BODY}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "${url}" -ContentType "application/json" -Body '${BODY}'`,
    ...(mqtt && mqttLines(new URL(apiOrigin), accessToken, mqtt)),
  }
}

/** With TLS where the page has it and the server offers it. */
function mqttLines(
  {hostname, protocol}: URL,
  accessToken: string,
  {port, tlsPort}: NonNullable<Capabilities['mqtt']>,
): Pick<SendLines, 'mosquitto' | 'python'> | undefined {
  const isSecure = tlsPort !== undefined && (protocol === 'https:' || port === undefined)
  const chosen = isSecure ? tlsPort : port
  if (chosen === undefined) return undefined
  const text = (value: string) => JSON.stringify(value)
  return {
    mosquitto:
      `mosquitto_pub -h ${hostname} -p ${chosen}${isSecure ? ' --tls-use-os-certs' : ''} -u ${quoted(accessToken)} ` +
      `-q 1 -t ${MQTT_TOPIC} -m '${BODY}'`,
    python: [
      'import json',
      ...(isSecure ? ['import ssl'] : []),
      'from paho.mqtt import publish',
      '',
      'publish.single(',
      `    ${text(MQTT_TOPIC)},`,
      `    json.dumps(${BODY}),`,
      '    qos=1,',
      `    hostname=${text(hostname)},`,
      `    port=${chosen},`,
      `    auth={"username": ${text(accessToken)}},`,
      ...(isSecure ? ['    tls={"cert_reqs": ssl.CERT_REQUIRED},'] : []),
      ')',
    ].join('\n'),
  }
}

const MQTT_TOPIC = 'v1/devices/me/telemetry'

const BODY = '{"temperature": 21.5}'

/** In single quotes, as a POSIX shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Tokens of other servers may contain characters with a meaning in the shell. */
const urlPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
