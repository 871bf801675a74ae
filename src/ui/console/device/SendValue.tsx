import {useSelector} from '@xstate/react'
import {SEND_WAYS, sendLines} from '../../../domain/console/sendLines'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {CredentialsRef} from '../../../machines/console/record/credentials'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {Panel} from '../../kit/Panel'
import {Line, useMqtt} from '../lines/Line'
import {useConsole} from '../logic'
import {ArrivalMark} from './ArrivalMark'
import styles from './Device.module.css'
import {LineMark} from './LineMark'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

const HIDDEN = 'ACCESS_TOKEN'

/** The copied lines contain the access token even while the shown ones hide it. */
export function SendValue({credentials, values, devices, deviceId}: Props) {
  const {apiOrigin} = useConsole()
  const accessToken = useSelector(credentials, ({context}) => context.credentials?.accessToken ?? null)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const mqtt = useMqtt()
  const copied = accessToken === null ? null : sendLines(apiOrigin, accessToken, mqtt)
  const shown = isRevealed && copied !== null ? copied : sendLines(apiOrigin, HIDDEN, mqtt)
  return (
    <Panel title={texts.send.title} actions={<ArrivalMark {...{values, devices, deviceId}} />}>
      <p className={styles.note}>
        {isLoading || copied !== null
          ? `${texts.send.lead} ${isRevealed ? '' : texts.send.hidden}`
          : texts.send.noCredentials}
      </p>
      {SEND_WAYS.map(way => {
        const line = shown[way]
        if (line === undefined) return null
        const mark = copied !== null && <LineMark values={values} way={way} />
        return <Line key={way} way={way} shown={line} copied={copied?.[way] ?? null} mark={mark} />
      })}
    </Panel>
  )
}
