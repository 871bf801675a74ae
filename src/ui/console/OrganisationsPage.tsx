import {useConsole} from './logic'

export function OrganisationsPage() {
  const {recordList} = useConsole()
  return <h1>{`Organisations ${recordList.id}`}</h1>
}
