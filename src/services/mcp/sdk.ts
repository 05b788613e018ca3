/**
 * The parts of the MCP SDK that Callboard uses. `npm run compile` bundles their code
 * (scripts/bundle-mcp-sdk.mjs), because an installation needs only a tenth of the package.
 */
export {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
