import {useActorRef, useSelector} from '@xstate/react'
import {useParams} from 'react-router-dom'
import {devices} from '../../../domain/console/records/devices'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import {CheckedRows} from './CheckedRows'
import {ChooseFile} from './ChooseFile'
import {Finished} from './Finished'
import {Importing} from './Importing'
import {MapColumns} from './MapColumns'
import {Steps} from './Steps'
import {texts} from './texts'
import {Waiting} from './Waiting'

export function DeviceImportPage() {
  const {id = ''} = useParams()
  return <RunningImport key={id} organisationId={id} />
}

function RunningImport({organisationId}: {organisationId: string}) {
  const {deviceImport: logic} = useConsole()
  const deviceImport = useActorRef(logic, {input: {organisationId}})
  const crumbs = useCrumbs(devices, organisationId)
  const hold = useHold(() => deviceImport.getSnapshot().matches('importing'))
  return (
    <ConsolePage heading={texts.heading} crumbs={crumbs}>
      <Steps deviceImport={deviceImport} />
      <Step deviceImport={deviceImport} />
      <LeaveDialog hold={hold} {...texts.leaving} />
    </ConsolePage>
  )
}

function Step({deviceImport}: {deviceImport: DeviceImportRef}) {
  const step = useSelector(deviceImport, ({value}) => (typeof value === 'string' ? value : 'importing'))
  switch (step) {
    case 'choosing':
      return <ChooseFile deviceImport={deviceImport} />
    case 'mapping':
      return <MapColumns deviceImport={deviceImport} />
    case 'reading':
    case 'preparing':
    case 'checking':
      return <Waiting deviceImport={deviceImport} />
    case 'checked':
      return <CheckedRows deviceImport={deviceImport} />
    case 'importing':
      return <Importing deviceImport={deviceImport} />
    case 'finished':
      return <Finished deviceImport={deviceImport} />
    default:
      return step satisfies never
  }
}
