import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  ways: {
    sh: 'Linux, macOS',
    powerShell: 'Windows PowerShell',
    mosquitto: 'MQTT mit Mosquitto',
    python: 'MQTT mit Python und paho-mqtt',
  },
  line: (way: string) => `die Zeilen für ${way}`,
} satisfies Worded<typeof texts>
