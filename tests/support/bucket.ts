import S3rver from 's3rver'
import {onTestFinished} from 'vitest'
import {createDataDir} from './dataDir'

export interface Bucket {
  /** For `ASSETS_URL`. */
  url: string
  /** The folder of the server's objects. */
  directory: string
}

/** The credentials of the bucket, for the environment. */
export const BUCKET_CREDENTIALS = {AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER'}

/** A real server of a bucket, until the test ends. */
export async function startBucket(): Promise<Bucket> {
  const directory = await createDataDir()
  const server = new S3rver({port: 0, silent: true, directory, configureBuckets: [{name: 'videos', configs: []}]})
  const {port} = await server.run()
  onTestFinished(() => server.close())
  return {directory, url: `s3://videos/wall/one?endpoint=http://127.0.0.1:${port}&region=eu-central-1`}
}
