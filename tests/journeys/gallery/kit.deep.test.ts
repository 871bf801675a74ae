import {walkRoom} from '../support/gallery'

walkRoom('kit')
