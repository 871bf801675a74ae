import {textsOf} from '../../../domain/language'

export const texts = textsOf('console.lines', {
  ways: {
    sh: 'Linux, macOS',
    powerShell: 'Windows PowerShell',
    mosquitto: 'MQTT with Mosquitto',
    python: 'MQTT with Python and paho-mqtt',
  },
  line: (way: string) => `the lines for ${way}`,
})
