/* The same broadcast with the `ws` library: node node_ws.js PORT OCTETS */
const http = require("http");
const { WebSocketServer, WebSocket } = require("ws");

const port = Number(process.argv[2]), octets = Number(process.argv[3]);
let number = 0;
const server = http.createServer((request, response) => {
  request.resume();
  number += 1;
  const text = String(number).padStart(8, "0").padEnd(octets, "x");
  for (const client of hall.clients) {
    if (client.readyState === WebSocket.OPEN) client.send(text);
  }
  response.writeHead(204).end();
});
const hall = new WebSocketServer({ server, perMessageDeflate: false });
server.listen({ port, host: "127.0.0.1", backlog: 8192 });
