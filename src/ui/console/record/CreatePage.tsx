import {useParams} from 'react-router-dom'
import type {Description} from '../../../domain/records/description'
import {useConsole} from '../logic'

/** A form for a new one. */
export function CreatePage({description}: {description: Description}) {
  const {id = ''} = useParams()
  const {record} = useConsole()
  return <h1>{`${description.noun} ${id} ${record.id}`}</h1>
}
