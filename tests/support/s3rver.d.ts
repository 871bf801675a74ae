/** The package brings no types. */
declare module 's3rver' {
  import type {AddressInfo} from 'node:net'

  export default class S3rver {
    constructor(options: {
      port: number
      silent: boolean
      directory: string
      configureBuckets: {name: string; configs: string[]}[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
