import {describe, expect, it} from 'vitest'
import {requireOpenFiles} from '../../../bench/fleet/openFiles'
import {readOptions} from '../../../bench/fleet/options'

describe('the options of a fleet', () => {
  it('can all be left out', () => {
    expect(readOptions([])).toEqual({
      devices: 100,
      rate: 1,
      mqtt: 0.5,
      values: 1,
      server: 'http://127.0.0.1:3000',
      mqttPort: undefined,
      lasting: undefined,
      profile: undefined,
      tokens: undefined,
    })
  })

  it('can all be given', () => {
    const typed =
      '--devices 10000 --rate 0.2 --mqtt 1 --values 10 --server http://pulsewall.local:8080/ --mqtt-port 1884 ' +
      '--minutes 1.5 --key k --secret s --tokens here.json'
    expect(readOptions(typed.split(' '))).toEqual({
      devices: 10_000,
      rate: 0.2,
      mqtt: 1,
      values: 10,
      server: 'http://pulsewall.local:8080',
      mqttPort: 1884,
      lasting: 90_000,
      profile: {key: 'k', secret: 's'},
      tokens: 'here.json',
    })
  })

  it.each([
    ['--devices 0', '--devices must be a whole number from 1 to 1000000, and is 0.'],
    ['--devices 1.5', '--devices must be a whole number from 1 to 1000000, and is 1.5.'],
    ['--rate fast', '--rate must be a number from 0.01 to 1000, and is fast.'],
    ['--mqtt 50', '--mqtt must be a number from 0 to 1, and is 50.'],
    ['--mqtt=', '--mqtt must be a number from 0 to 1, and is .'],
    ['--minutes', '--minutes needs a value.'],
    ['--server pulsewall', '--server must be an address without TLS, such as http://127.0.0.1:3000, and is pulsewall.'],
    [
      '--server https://a.test',
      '--server must be an address without TLS, such as http://127.0.0.1:3000, and is https://a.test.',
    ],
    ['--key k', '--key and --secret belong together: both stand in the provisioning profile.'],
    [
      '--device 5',
      'Unknown: --device, 5. There are: --devices, --rate, --mqtt, --values, --server, --mqtt-port, --minutes, --key, --secret, --tokens',
    ],
  ])('are refused in words as %s', (typed, why) => {
    expect(() => readOptions(typed.split(' '))).toThrow(new Error(why))
  })
})

describe('the limit of open files', () => {
  it('is enough for a hundred more than there are devices', () => {
    expect(() => requireOpenFiles(10_000, 10_100)).not.toThrow()
  })

  it('is told with how to raise it, and how many devices fit', () => {
    expect(() => requireOpenFiles(10_000, 1024)).toThrow(
      '10000 devices need 10100 open files, and this process may have 1024: raise the limit (ulimit -n 10100), or take ' +
        'at most 924 --devices. The server needs as many.',
    )
  })
})
