import {useSelector} from '@xstate/react'
import {type SendLines, sendLines} from '../../../domain/console/sendLines'
import type {CredentialsRef} from '../../../machines/console/credentials'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {CopyButton} from '../../kit/CopyButton'
import {Panel} from '../../kit/Panel'
import {useConsole} from '../logic'
import {ArrivalMark} from './ArrivalMark'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  credentials: CredentialsRef
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

const SHELLS = ['sh', 'powerShell'] as const satisfies readonly (keyof SendLines)[]
const HIDDEN = 'ACCESS_TOKEN'

/** The copied lines contain the access token even while the shown ones hide it. */
export function SendValue({credentials, values, devices, deviceId}: Props) {
  const {apiOrigin} = useConsole()
  const accessToken = useSelector(credentials, ({context}) => context.credentials?.accessToken ?? null)
  const isRevealed = useSelector(credentials, s => s.matches({present: 'revealed'}))
  const isLoading = useSelector(credentials, s => s.matches('loading'))
  const copied = accessToken === null ? null : sendLines(apiOrigin, accessToken)
  const shown = isRevealed && copied !== null ? copied : sendLines(apiOrigin, HIDDEN)
  return (
    <Panel title={texts.send.title} actions={<ArrivalMark {...{values, devices, deviceId}} />}>
      <p className={styles.note}>
        {isLoading || copied !== null
          ? `${texts.send.lead} ${isRevealed ? '' : texts.send.hidden}`
          : texts.send.noCredentials}
      </p>
      {SHELLS.map(shell => (
        <div key={shell} className={styles.line} data-idle={copied === null || undefined}>
          <div className={styles.header}>
            <h3>{texts.send.shells[shell]}</h3>
            {copied !== null && <CopyButton what={texts.send.line(texts.send.shells[shell])} value={copied[shell]} />}
          </div>
          <pre>{shown[shell]}</pre>
        </div>
      ))}
    </Panel>
  )
}
