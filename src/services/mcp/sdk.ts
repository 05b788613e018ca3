/**
 * The parts of the MCP SDK that Callboard uses. The SDK is a development dependency: its code is in the bundles
 * that `npm run compile` writes, and an installation needs only a tenth of the package.
 */
export {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
